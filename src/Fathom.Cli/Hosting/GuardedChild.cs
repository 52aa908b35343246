using System.Runtime.InteropServices;

namespace Fathom.Cli.Hosting;

/// <summary>Starts and awaits the guarded process. Not by Process, which loads more than all that a guard needs, and takes over the waiting for children.</summary>
internal static unsafe partial class GuardedChild
{
    private const int InterruptedCall = 4;

    /// <summary>Starts a program with this process's variables, folder and streams.</summary>
    /// <param name="command">The program and its arguments.</param>
    /// <returns>Its number; 0 where it cannot be started.</returns>
    public static int Start(string[] command)
    {
        // Variables need not be text, so their bytes are handed on as they are.
        byte[] variables = File.ReadAllBytes("/proc/self/environ");
        int count = variables.AsSpan().Count((byte)0);
        byte** arguments = stackalloc byte*[command.Length + 1];
        byte** environment = (byte**)NativeMemory.AllocZeroed((nuint)count + 1, (nuint)sizeof(byte*));
        try
        {
            for (int i = 0; i < command.Length; i++)
                arguments[i] = (byte*)Marshal.StringToCoTaskMemUTF8(command[i]);
            arguments[command.Length] = null;
            fixed (byte* text = variables)
            {
                for (int i = 0, at = 0; i < count; at += variables.AsSpan(at).IndexOf((byte)0) + 1)
                    environment[i++] = text + at;
                int process;
                return Spawn(&process, arguments[0], null, null, arguments, environment) == 0 ? process : 0;
            }
        }
        finally
        {
            for (int i = 0; i < command.Length; i++)
                Marshal.FreeCoTaskMem((nint)arguments[i]);
            NativeMemory.Free(environment);
        }
    }

    /// <summary>Waits until it has ended.</summary>
    /// <returns>How it ended; null where the kernel does not tell.</returns>
    public static ChildEnd? Wait(int process)
    {
        int status;
        while (WaitFor(process, &status, 0) < 0)
        {
            if (Marshal.GetLastPInvokeError() != InterruptedCall)
                return null;
        }

        return ChildEnd.Of(status);
    }

    [LibraryImport("libc", EntryPoint = "posix_spawnp")]
    private static partial int Spawn(int* process, byte* program, void* fileActions, void* attributes, byte** arguments, byte** environment);

    [LibraryImport("libc", EntryPoint = "waitpid", SetLastError = true)]
    private static partial int WaitFor(int process, int* status, int options);
}
