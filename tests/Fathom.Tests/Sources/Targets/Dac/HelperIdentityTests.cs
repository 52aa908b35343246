using Fathom.Sources.Targets.Dac;
using Xunit;

namespace Fathom.Tests.Sources.Targets.Dac;

public sealed class HelperIdentityTests
{
    private static readonly string[] s_here = ["mnt mnt:[1]", "user user:[2]", "root /", "label unconfined"];

    private static readonly ProcessRights s_root = new([0, 0, 0, 0], [0, 0, 0, 0], [0], ulong.MaxValue, 0, s_here);
    private static readonly ProcessRights s_alice = new([1000, 1000, 1000, 1000], [1000, 1000, 1000, 1000], [4, 27, 1000], 0, 0, s_here);

    [Fact]
    public void Of_root_for_a_user_is_that_user_without_anything_else()
    {
        HelperIdentity identity = HelperIdentity.Of(s_alice, s_root, ptraceScope: 0, out string? lack)!;

        Assert.Null(lack);
        Assert.Equal(
            ["--reuid=1000", "--regid=1000", "--groups=4,27,1000", "--bounding-set=-all", "--inh-caps=-all", "--ambient-caps=-all", "--no-new-privs", "--pdeathsig=KILL", "--"],
            identity.SetPrivArguments(isRoot: true));
        Assert.Contains("--clear-groups", (identity with { Groups = [] }).SetPrivArguments(isRoot: true));
    }

    [Fact]
    public void Of_a_user_for_the_same_user_gains_and_changes_nothing()
    {
        HelperIdentity identity = HelperIdentity.Of(s_alice, s_alice with { Groups = [1000, 27, 4] }, ptraceScope: 0, out _)!;

        Assert.Equal(["--inh-caps=-all", "--ambient-caps=-all", "--no-new-privs", "--pdeathsig=KILL", "--"], identity.SetPrivArguments(isRoot: false));
    }

    [Fact]
    public void Is_refused_wherever_it_could_do_more_than_the_target()
    {
        Assert.Contains("rights of root", Lack(s_root), StringComparison.Ordinal);
        Assert.Contains("rights of root", Lack(s_alice with { PermittedCapabilities = 1 }), StringComparison.Ordinal);
        Assert.Contains("more than one user", Lack(s_alice with { UserIds = [1000, 0, 1000, 1000] }), StringComparison.Ordinal);
        Assert.Contains("more than one user", Lack(s_alice with { GroupIds = [1000, 1000, 0, 1000] }), StringComparison.Ordinal);
        Assert.Contains("system call filter", Lack(s_alice with { SystemCallFilters = 1 }), StringComparison.Ordinal);
        foreach (string other in (string[])["mnt mnt:[9]", "user user:[9]", "root /var/jail", "label docker-default (enforce)"])
        {
            string[] elsewhere = [.. s_here.Select(one => one.Split(' ')[0] == other.Split(' ')[0] ? other : one)];
            Assert.Contains($"({other.Split(' ')[0]})", Lack(s_alice with { Confinement = elsewhere }), StringComparison.Ordinal);
        }
    }

    [Fact]
    public void Is_refused_where_it_could_not_be_made_or_could_not_read()
    {
        Assert.Contains("neither as root", Lack(s_alice with { Groups = [4] }, s_alice), StringComparison.Ordinal);
        Assert.Contains("neither as root", Lack(s_alice, s_alice with { UserIds = [1001, 1001, 1001, 1001] }), StringComparison.Ordinal);
        Assert.Null(HelperIdentity.Of(s_alice, s_root, ptraceScope: 1, out string? lack));
        Assert.Contains("ptrace_scope is 1", lack, StringComparison.Ordinal);
    }

    [Fact]
    public void Rights_are_read_from_the_kernels_lines_or_not_at_all()
    {
        string[] status = ["Name:\tShop: x", "Uid:\t1000\t1001\t1002\t1003", "Gid:\t5\t6\t7\t8", "Groups:\t4 27 ", "CapPrm:\t00000000a80425fb", "Seccomp:\t2", "Seccomp_filters:\t3"];

        ProcessRights rights = ProcessRights.Parse(status, s_here)!;
        Assert.Equal([1000, 1001, 1002, 1003], rights.UserIds);
        Assert.Equal([5, 6, 7, 8], rights.GroupIds);
        Assert.Equal([4, 27], rights.Groups);
        Assert.Equal((0xa80425fbUL, 3), (rights.PermittedCapabilities, rights.SystemCallFilters));
        Assert.Equal(2, ProcessRights.Parse(status[..^1], s_here)!.SystemCallFilters);
        Assert.Empty(ProcessRights.Parse([.. status.Where(line => !line.StartsWith("Groups", StringComparison.Ordinal)), "Groups:\t"], s_here)!.Groups);
        foreach (string needed in (string[])["Uid", "Gid", "Groups", "CapPrm"])
            Assert.Null(ProcessRights.Parse(status.Where(line => !line.StartsWith(needed, StringComparison.Ordinal)), s_here));
        Assert.Null(ProcessRights.Parse([.. status, "Uid:\t1000\t-1\tx\t0"], s_here));
        Assert.NotNull(ProcessRights.Read("self"));
        Assert.Null(ProcessRights.Read($"{int.MaxValue}"));
    }

    private static string Lack(ProcessRights target, ProcessRights? self = null)
    {
        Assert.Null(HelperIdentity.Of(target, self ?? s_root, ptraceScope: 0, out string? lack));
        return lack!;
    }
}
