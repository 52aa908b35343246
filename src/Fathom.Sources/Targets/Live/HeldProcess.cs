using System.Globalization;
using System.Runtime.InteropServices;
using Fathom.Files;
using Fathom.Sources.Machine.Processes;

namespace Fathom.Sources.Targets.Live;

/// <summary>
/// One process, held by a descriptor (pidfd_open(2)): a signal never comes to a later process of its number.
/// Where the kernel has no such descriptors (before 5.3), there is none.
/// </summary>
public sealed class HeldProcess : IDisposable
{
    private const string Caught = "SigCgt:";

    private readonly int _processId;
    private readonly int _descriptor;

    private HeldProcess(int processId, int descriptor) => (_processId, _descriptor) = (processId, descriptor);

    /// <summary>Holds a process; null where there is none, and where there are no such descriptors.</summary>
    /// <param name="processId">Its number (pid).</param>
    /// <param name="hasEnded">Whether there is no such process.</param>
    public static HeldProcess? TryHold(int processId, out bool hasEnded)
    {
        int descriptor = PidFdCalls.Open(processId, 0);
        hasEnded = descriptor < 0 && Marshal.GetLastPInvokeError() == FileCalls.NoSuchProcess;
        return descriptor < 0 ? null : new HeldProcess(processId, descriptor);
    }

    /// <summary>Whether it has ended.</summary>
    public bool HasEnded => !PidFdCalls.Send(_descriptor, 0) || TargetConditions.Of(_processId) is TargetCondition.Gone or TargetCondition.Ended;

    /// <summary>Whether it stands still: stopped by a signal or a debugger, or frozen by its control group.</summary>
    public bool IsStill => TargetConditions.Of(_processId) is TargetCondition.Stopped or TargetCondition.Traced or TargetCondition.Frozen;

    /// <summary>Sends a signal where the process has a handler for it, which would end it otherwise; false where nothing was sent.</summary>
    /// <param name="signal">Its number.</param>
    public bool TrySend(int signal) => Catches(signal) && PidFdCalls.Send(_descriptor, signal);

    /// <inheritdoc/>
    public void Dispose() => _ = FileCalls.Close(_descriptor);

    private bool Catches(int signal)
    {
        try
        {
            string line = File.ReadLines($"/proc/{_processId}/status").First(static line => line.StartsWith(Caught, StringComparison.Ordinal));
            return (ulong.Parse(line.AsSpan(Caught.Length).Trim(), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture) >> (signal - 1) & 1) != 0;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or InvalidOperationException or FormatException)
        {
            return false;
        }
    }
}
