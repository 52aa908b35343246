using System.Globalization;
using System.Text;
using Fathom.Model;
using Fathom.Sources.Machine.Processes;
using Fathom.Sources.Targets.Live;
using Fathom.TestSupport;
using Fathom.Tests.Sources.Machine.Processes;
using Xunit;

namespace Fathom.Tests.Sources.Targets.Live;

public sealed class TargetAccessTests : IDisposable
{
    private const ulong PtraceRight = 1UL << 19;

    private readonly ProcTree _tree = new();

    public void Dispose() => _tree.Dispose();

    [Fact]
    public void A_process_of_ours_may_be_attached_to()
    {
        using SampleProcess sample = SampleProcess.Start("Idle");

        new TargetAccess(new ProcessScanner()).Check(sample.Pid);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public void A_process_of_another_user_is_refused_by_the_real_kernel()
    {
        using SampleProcess sample = SampleProcess.Start("Idle");
        // Only root can become somebody else; anybody else has the processes of root to ask about.
        bool isRoot = Environment.IsPrivilegedProcess;

        FathomException? e = isRoot
            ? OtherUser.Run(() => new TargetAccess(new ProcessScanner()).Check(sample.Pid))
            : Assert.Throws<FathomException>(() => new TargetAccess(new ProcessScanner()).Check(1));

        Assert.Equal(ExitCode.Target, e?.ExitCode);
        Assert.StartsWith($"Process {(isRoot ? sample.Pid : 1)} belongs to user root, and this Fathom runs as ", e?.Message, StringComparison.Ordinal);
        Assert.EndsWith("without CAP_SYS_PTRACE.", e?.Message, StringComparison.Ordinal);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public void A_process_under_a_debugger_is_refused()
    {
        using SampleProcess sample = SampleProcess.Start("Idle");
        FathomException? e = null;
        // The tracer is a thread; when it ends, the kernel lets the process go.
        Thread tracer = new(() =>
        {
            if (TraceCalls.Ptrace(TraceCalls.PtraceSeize, sample.Pid, 0, 0) == 0)
                e = Assert.Throws<FathomException>(() => new TargetAccess(new ProcessScanner()).Check(sample.Pid));
        });
        tracer.Start();
        tracer.Join();

        Assert.Equal($"Process {sample.Pid} is already held by process {Environment.ProcessId} (a debugger or another tracer).", e?.Message);
    }

    [Fact]
    public void A_process_that_does_not_exist_is_refused() =>
        Assert.Equal("There is no process 2147483647.", Assert.Throws<FathomException>(() => new TargetAccess(new ProcessScanner()).Check(int.MaxValue)).Message);

    [Fact]
    public void Each_reason_has_its_sentence_and_its_fix()
    {
        StringBuilder text = new();
        Append("other user", Refuse(targetUser: 1000, ownUser: 33));
        Append("other user, in a container", Refuse(targetUser: 1000, ownUser: 33, container: true));
        Append("root without the right", Refuse(targetUser: 1000, ownUser: 0));
        Append("root without the right, in a container", Refuse(targetUser: 1000, ownUser: 0, container: true));
        Append("Yama 1", Refuse(targetUser: 1000, ownUser: 1000, scope: 1));
        Append("Yama 2", Refuse(targetUser: 1000, ownUser: 1000, scope: 2));
        Append("Yama 1, in a container", Refuse(targetUser: 0, ownUser: 0, scope: 1, container: true));
        Append("Yama 3 with all rights", Refuse(targetUser: 1000, ownUser: 0, scope: 3, own: ulong.MaxValue));
        Append("a target with more rights", Refuse(targetUser: 1000, ownUser: 1000, target: PtraceRight));
        Append("all rights and still refused", Refuse(targetUser: 1000, ownUser: 0, own: PtraceRight));
        Append("same user and still refused", Refuse(targetUser: 1000, ownUser: 1000));

        Snapshot.Match(text.ToString(), "no-access.txt");

        void Append(string name, FathomException e) =>
            text.Append(CultureInfo.InvariantCulture, $"{name}: exit {(int)e.ExitCode}\n  {e.Message}\n  next: {e.NextStep}\n");
    }

    private static FathomException Refuse(uint targetUser, uint ownUser, int? scope = null, bool container = false, ulong own = 0, ulong target = 0)
    {
        using ProcTree tree = new();
        string process = tree.Add(new FakeProcess(100));
        File.CreateSymbolicLink(Path.Combine(process, "mem"), "mem");
        File.WriteAllText(Path.Combine(process, "status"), Status(targetUser, target));
        string self = tree.Add(new FakeProcess(200) { Cgroup = container ? "0::/docker/" + new string('a', 64) + "\n" : "0::/\n" });
        File.WriteAllText(Path.Combine(self, "status"), Status(ownUser, own));
        File.CreateSymbolicLink(Path.Combine(tree.Root, "self"), "200");
        Directory.CreateSymbolicLink(Path.Combine(tree.Root, "thread-self"), self);
        if (scope is { } number)
        {
            string yama = Directory.CreateDirectory(Path.Combine(tree.Root, "sys", "kernel", "yama")).FullName;
            File.WriteAllText(Path.Combine(yama, "ptrace_scope"), $"{number}\n");
        }

        return Assert.Throws<FathomException>(() => new TargetAccess(tree.Scanner()).Check(100));
    }

    private static string Status(uint user, ulong rights) =>
        $"TracerPid:\t0\nUid:\t{user}\t{user}\t{user}\t{user}\nCapPrm:\t{rights:x16}\nCapEff:\t{rights:x16}\n";
}
