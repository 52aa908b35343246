using System.Text;
using Fathom.Model;
using Fathom.Sources.Machine.Processes;

namespace Fathom.Sources.Targets.Live;

/// <summary>
/// Says before an attach whether the kernel will allow it, and if not, why and how to change that. The answer is the kernel's own: opening
/// <c>/proc/PID/mem</c> asks the same question as attaching (ptrace access mode "attach", Yama and other security modules included) and touches
/// nothing. Only the reason is worked out from facts.
/// </summary>
/// <param name="scanner">Whose processes.</param>
public sealed class TargetAccess(ProcessScanner scanner)
{
    /// <summary>Returns when the process can be attached to.</summary>
    /// <param name="pid">Number of the process (pid).</param>
    /// <param name="isOnlyRead">Whether it is read and not stopped; then another may hold it.</param>
    /// <exception cref="FathomException">It cannot; the message has the reason, the next step the line that changes it.</exception>
    public void Check(int pid, bool isOnlyRead = false)
    {
        using ProcReader reader = new(scanner.Root);
        if (reader.Read(pid, "status"u8, out ReadOnlySpan<byte> text) != ProcReadState.Read)
            throw TargetErrors.NotThere(pid);
        ProcStatus target = ProcStatus.Parse(text);
        if (!isOnlyRead && target.Tracer is > 0 and int tracer)
            throw AccessErrors.Held(pid, ProcessOf(reader, tracer));
        switch (reader.Probe(pid, "mem"u8))
        {
            case ProcReadState.Gone:
                throw TargetErrors.NotThere(pid);
            case ProcReadState.Refused:
                throw EndingProcess.Is(pid, reader) ? TargetErrors.NotThere(pid) : Explain(pid, target, reader);
        }

        if (!isOnlyRead)
            StillTarget.CheckStop(pid);
    }

    private FathomException Explain(int pid, ProcStatus target, ProcReader reader)
    {
        ProcStatus own = Own(reader);
        int scope = reader.ReadAt("sys/kernel/yama/ptrace_scope"u8, out ReadOnlySpan<byte> text) == ProcReadState.Read
            ? PtraceScope.Parse(Encoding.ASCII.GetString(text)) ?? 0
            : 0;
        bool isPrivileged = own.HasCapability(Capability.SysPtrace);
        if (scope >= PtraceScope.Nobody)
            return AccessErrors.NobodyMay(pid);
        if (isPrivileged)
            return AccessErrors.Protected(pid);
        bool inContainer = scanner.OwnContainer() is not null;
        bool isRoot = own.UserId == 0;
        if (target.UserId != own.UserId && !isRoot)
            return AccessErrors.OtherUser(pid, scanner.UserName(target.UserId), scanner.UserName(own.UserId), inContainer);
        if (target.UserId == own.UserId && scope > 0)
            return AccessErrors.Yama(pid, scope, inContainer);
        bool hasMoreRights = (target.PermittedCapabilities.GetValueOrDefault() & ~own.PermittedCapabilities.GetValueOrDefault()) != 0;
        return target.UserId != own.UserId || hasMoreRights ? AccessErrors.NoCapability(pid, isRoot, inContainer) : AccessErrors.Protected(pid);
    }

    private static int ProcessOf(ProcReader reader, int thread) =>
        reader.Read(thread, "status"u8, out ReadOnlySpan<byte> text) == ProcReadState.Read ? ProcStatus.Parse(text).ThreadGroup ?? thread : thread;

    // The reading thread's own status; "self" would be that of the process, which is the same unless a thread has changed its user.
    private static ProcStatus Own(ProcReader reader) =>
        reader.ReadAt("thread-self/status"u8, out ReadOnlySpan<byte> text) == ProcReadState.Read ? ProcStatus.Parse(text) : default;
}
