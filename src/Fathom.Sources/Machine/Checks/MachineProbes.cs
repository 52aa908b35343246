using System.Diagnostics;
using Fathom.Files;
using Fathom.Sources.Machine.Processes;

namespace Fathom.Sources.Machine.Checks;

/// <summary>What cannot be read from files: things are tried, in ways that change nothing. Tests give their own answers.</summary>
public sealed record MachineProbes
{
    private const int WriteAccess = 2;
    private static readonly TimeSpan s_toolPatience = TimeSpan.FromSeconds(3);

    /// <summary>Loads the query engine and returns its name and version; throws with a message that says why it cannot be loaded.</summary>
    public required Func<string> LoadEngine { get; init; }

    /// <summary>Free bytes in a folder for this user, or null where it cannot be written to.</summary>
    internal Func<string, long?> FreeBytes { get; init; } = static folder => CanWrite(folder) ? new DriveInfo(folder).AvailableFreeSpace : null;

    /// <summary>What a program prints for <c>--version</c>, or null where it does not run.</summary>
    internal Func<string, string?> ToolVersion { get; init; } = RunVersion;

    /// <summary>Number of this process, as the kernel has it.</summary>
    internal Func<int> OwnNumber { get; init; } = static () => Environment.ProcessId;

    /// <summary>Whether the system call ptrace gets through to the kernel: a detach of no process must be answered with "no such process".</summary>
    internal Func<bool> CanTrace { get; init; } = static () =>
        TraceCalls.Ptrace(TraceCalls.PtraceDetach, 0, 0, 0) < 0
        && System.Runtime.InteropServices.Marshal.GetLastPInvokeError() == TraceCalls.ErrorNoProcess;

    /// <summary>Whether the system call process_vm_readv gets through: it reads a byte of this process.</summary>
    internal Func<bool> CanReadMemory { get; init; } = ReadOwnByte;

    private static unsafe bool CanWrite(string folder)
    {
        fixed (byte* path = System.Text.Encoding.UTF8.GetBytes(folder + '\0'))
            return FileCalls.Access(path, WriteAccess) == 0;
    }

    private static unsafe bool ReadOwnByte()
    {
        byte from = 42;
        byte to = 0;
        TraceCalls.IoVector local = new() { Base = &to, Length = 1 };
        TraceCalls.IoVector remote = new() { Base = &from, Length = 1 };
        return TraceCalls.ProcessVmReadv(Environment.ProcessId, &local, 1, &remote, 1, 0) == 1 && to == from;
    }

    private static string? RunVersion(string program)
    {
        using Process? process = Process.Start(new ProcessStartInfo(program, ["--version"]) { RedirectStandardOutput = true, RedirectStandardError = true });
        if (process is null)
            return null;
        Task<string> output = process.StandardOutput.ReadToEndAsync();
        if (process.WaitForExit(s_toolPatience) && process.ExitCode == 0)
            return output.Result.Trim();
        process.Kill(entireProcessTree: true);
        return null;
    }
}
