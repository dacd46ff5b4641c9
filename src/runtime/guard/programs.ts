/**
 * The programs that can start others, and what each may be given without starting one. Patterns that allow and patterns that
 * disallow use the same table; it is printed into SECURITY.md.
 */

/**
 * One line for each group of programs: names, kind, short options, other words. In a name, `/` precedes a subcommand. The
 * first line has the long options of all programs of the kinds `o`, `c` and `s`.
 *
 * Kinds: `o` options, then anything; `s` a subcommand of the line, then options; `w` a command, after as many words as the
 * digit says; `f` a script, then anything; `c` code, then anything; `x` unknown; `p` anything but the words of the line. In
 * capitals, what is not in the line may be code of any form.
 *
 * Short options are as for `getopt`: `:` takes a value, `;` one in the same word, `!` code; after `/`, those that follow a
 * subcommand; after `^`, all but these.
 */
export const PROGRAMS = ` o - --all --amend --author --branch --cached --color --continue --count --delete --depth --dry-run --exclude --extract --follow --force --format --graph --hard --json --list --max-count --message --name-only --name-status --no-edit --no-verify --oneline --porcelain --quiet --recursive --release --reverse --short --since --sort --staged --stat --tags --verbose --version
git s C:P/^ --no-pager add blame branch checkout cherry-pick clean commit describe diff fetch init log ls-files merge-base mv push reflog remote reset restore rev-list rev-parse revert rm show stash status switch tag worktree
git/clone o ^cu
git/merge,git/pull,git/rebase o ^isx
git/grep o ^O
git/config s l --list user.name user.email
git/bisect,git/submodule p - run foreach
npm,pnpm,yarn s DgyEOPSs --version audit build cache ci i install list ls outdated pack publish run start test uninstall update version view
npx,bunx w y
find o - -a -empty -H -iname -ipath -L -maxdepth -mindepth -mmin -mtime -name -newer -not -o -path -perm -print -print0 -prune -quit -regex -size -type -user
tar o ^FIMLTV
sed C nrEszui;e!
awk,gawk,mawk C F:v:
sort,split o ^
xargs W 0rtn:P:L:s:d:
env w i0vu:C:
sudo,doas w nEHu:g:
nice w n:
timeout w1 k:s:v
time w pv
exec w cla:
nohup,setsid,command,coproc,builtin,busybox,export,declare,stdbuf,ionice,unshare,taskset,chrt w -
ssh w1 46ACNnqTtvp:i:l:L:R:
chroot,flock,strace w1 -
eval,trap,alias,hash,complete,compgen,mapfile,readarray,su,script,watch,at,batch,parallel,vi,vim,view,nvim,ex,ed,emacs,cmd,powershell,pwsh X -
sh,bash,dash,zsh,ksh,fish,ash,csh,tcsh,source,. f euxno: --version
bun,deno s - add install lint run test
node F vce!p! --test --version --max-old-space-size
python F BEIOsSuVmc! --version
perl,ruby,lua,php F nplaiwse!v --version
make,gmake O BkniqsrRj;l;C:
man o kfwa
less,more o NRSFXEei
fd,fdfind o ^xX
rg o ^
gcc,cc,clang o cSEgo:I:L:l:D:U:O;W;
scp o ^DFJoS
rsync o ^eM
go s - -v -race -run build doc fmt get install list mod run test version vet
cargo s vqp: add b build c check clean clippy doc fmt r run t test update
zip o ^T
apt,apt-get s yq install list remove search show update
docker,podman,kubectl,gh,pip p - exec run alias extension
printf,test,[ p - -v
cat,cd,cp,curl,diff,echo,egrep,grep,head,jq,ls,mkdir,mv,tail,tee,touch,type,wc,which p -`;
