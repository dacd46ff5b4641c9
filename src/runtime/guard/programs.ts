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
 * Short options: after a first `:`, those that take a value, after a second, those that take one in the same word, after a
 * third, those that take code; after `/`, those that follow a subcommand; after `^`, all but these.
 */
export const PROGRAMS = ` o - --all --amend --cached --continue --depth --dry-run --exclude --extract --follow --force --format --graph --hard --json --message --name-only --name-status --no-edit --no-verify --oneline --porcelain --quiet --recursive --release --short --since --staged --stat --tags --verbose --version
git s P:C/^ --no-pager add blame branch checkout cherry-pick clean commit describe diff fetch init log ls-files mv push remote reset restore rev-parse revert rm show stash status switch tag worktree
git/clone,git/merge,git/pull,git/rebase o ^cuisx
git/config s l --list user.name user.email
npm,pnpm,yarn s DgyEOPSs --version audit build cache ci i install list ls publish run start test uninstall update version view
bun,deno s - add install lint run test
cargo s vqp add build check clippy fmt run test update
go s - -v -race -run build fmt get install list mod run test version vet
apt,apt-get s yq install list remove search show update
npx,bunx w y
find o - -iname -maxdepth -mindepth -mtime -name -not -o -path -print -print0 -prune -size -type
tar o ^FIMLTV
sed C nrEsz::i:e
awk,gawk,mawk C :Fv
sort,split,rg o ^
xargs W 0rt:nPLd
env w i0v:uC
sudo,doas w nEH:u
nice w :n
timeout w1 :ks
time w p
nohup,setsid,command,coproc,builtin,busybox,exec,export,declare,stdbuf,ionice,unshare,strace w -
ssh w1 46ACNqTtv:pil
chroot,flock,taskset,chrt w1 -
eval,trap,alias,hash,complete,compgen,mapfile,readarray,su,script,watch,at,batch,parallel,vi,vim,view,nvim,ex,ed,emacs,cmd,powershell,pwsh X -
sh,bash,dash,zsh,ksh,fish,ash,csh,tcsh,source,. f euxn:o --version
node F vcp:::ep --test --version --max-old-space-size
python F BIOuVm:::c --version
perl,ruby,lua,php F nplaiwv:::e --version
make,gmake O Bkns::Cj
man,less,more o NRS
git/grep,fd,fdfind o ^OxX
scp,rsync,zip o ^DFJMSToe
gcc,cc,clang o cg::oILlDOW
git/bisect,git/submodule,docker,podman,kubectl,gh,pip,printf,test,[ p - run exec alias extension foreach -v
cat,cd,cp,curl,echo,grep,head,jq,ls,mkdir,mv,tail,wc p -`;
