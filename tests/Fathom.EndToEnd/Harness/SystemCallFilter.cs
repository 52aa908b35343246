using System.ComponentModel;
using System.Diagnostics;
using System.Runtime.InteropServices;

namespace Fathom.EndToEnd.Harness;

/// <summary>Starts programs that may not call perf_event_open, or another call, as in a container with the usual filter of system calls.</summary>
/// <remarks>Source: seccomp(2), linux/filter.h. A filter holds for the thread that sets it, and for all that this thread starts.</remarks>
internal static partial class SystemCallFilter
{
    private const int SetFilter = 22;
    private const int NoNewPrivileges = 38;
    private const int FilterMode = 2;

    private static uint PerfEventOpen => RuntimeInformation.ProcessArchitecture == Architecture.Arm64 ? 241u : 298u;

    /// <summary>The number of bpf.</summary>
    public static uint Bpf => RuntimeInformation.ProcessArchitecture == Architecture.Arm64 ? 280u : 321u;

    /// <summary>Starts it.</summary>
    /// <param name="start">The program.</param>
    /// <param name="call">The call that it may not make; null for perf_event_open.</param>
    public static Process Start(ProcessStartInfo start, uint? call = null)
    {
        Process? process = null;
        Exception? failure = null;
        Thread thread = new(() =>
        {
            try
            {
                Set(call ?? PerfEventOpen);
                process = Process.Start(start);
            }
            catch (Exception e) when (e is Win32Exception or InvalidOperationException)
            {
                failure = e;
            }
        });
        thread.Start();
        thread.Join();
        return process ?? throw new InvalidOperationException($"'{start.FileName}' did not start.", failure);
    }

    // Loads the number of the call; that one ends with EPERM, all others go on.
    private static unsafe void Set(uint call)
    {
        Instruction* program = stackalloc Instruction[]
        {
            new() { Code = 0x20 },
            new() { Code = 0x15, IfFalse = 1, Value = call },
            new() { Code = 0x06, Value = 0x0005_0001 },
            new() { Code = 0x06, Value = 0x7fff_0000 },
        };
        Program filter = new() { Count = 4, First = program };
        if (Control(NoNewPrivileges, 1, 0, 0, 0) != 0 || Control(SetFilter, FilterMode, (nint)(&filter), 0, 0) != 0)
            throw new Win32Exception(Marshal.GetLastPInvokeError());
    }

    [LibraryImport("libc", EntryPoint = "prctl", SetLastError = true)]
    private static partial int Control(int option, nint second, nint third, nint fourth, nint fifth);

    [StructLayout(LayoutKind.Sequential)]
    private struct Instruction
    {
        public ushort Code;
        public byte IfTrue;
        public byte IfFalse;
        public uint Value;
    }

    [StructLayout(LayoutKind.Sequential)]
    private unsafe struct Program
    {
        public ushort Count;
        public Instruction* First;
    }
}
