print('invoice')
