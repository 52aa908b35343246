using System.Diagnostics;
using System.Runtime.InteropServices;
using System.Text;
using Xunit;

namespace Fathom.EndToEnd.Harness;

/// <summary>Runs the tool on a terminal: a pseudo terminal of the kernel, whose other side the test reads.</summary>
internal static partial class Terminal
{
    private const int InputOutputError = 5;

    /// <summary>Runs a command line of the shell with standard output and error on the terminal.</summary>
    /// <param name="columns">Width of the terminal.</param>
    /// <param name="environment">Variables to set.</param>
    /// <param name="args">Arguments of the tool.</param>
    public static async Task<ToolRun> RunAsync(int columns, IReadOnlyDictionary<string, string> environment, params string[] args)
    {
        WindowSize size = new() { Rows = 40, Columns = (ushort)columns };
        Assert.True(Open(out int master, out int slave, size), $"openpty failed: {Marshal.GetLastPInvokeErrorMessage()}");
        string device = File.ResolveLinkTarget($"/proc/self/fd/{slave}", returnFinalTarget: false)!.FullName;
        string line = $"exec \"$0\" \"$@\" > '{device}' 2>&1";
        using Process process = Process.Start(FathomTool.Start("bash", ["-c", line, FathomTool.Executable, .. args], environment, null))!;
        process.StandardInput.Close();
        // The own end of the other side stays open until then, so that reading does not end before the tool has begun to write.
        Task<string> reading = Task.Run(() => ReadAll(master));
        await process.WaitForExitAsync(TestContext.Current.CancellationToken);
        _ = Close(slave);
        string text = await reading;
        _ = Close(master);
        // The terminal turns each line feed into a carriage return and a line feed.
        return new ToolRun(process.ExitCode, text.Replace("\r\n", "\n", StringComparison.Ordinal), "");
    }

    private static unsafe bool Open(out int master, out int slave, WindowSize size)
    {
        int m, s;
        bool opened = OpenPty(&m, &s, null, null, &size) == 0;
        (master, slave) = (m, s);
        return opened;
    }

    // After the last writer has gone, reading ends with EIO.
    private static unsafe string ReadAll(int descriptor)
    {
        List<byte> bytes = [];
        byte* block = stackalloc byte[4096];
        while (true)
        {
            nint read = Read(descriptor, block, 4096);
            if (read <= 0)
            {
                Assert.True(read == 0 || Marshal.GetLastPInvokeError() == InputOutputError, Marshal.GetLastPInvokeErrorMessage());
                return Encoding.UTF8.GetString([.. bytes]);
            }

            bytes.AddRange(new ReadOnlySpan<byte>(block, (int)read));
        }
    }

    [LibraryImport("libc", EntryPoint = "openpty", SetLastError = true)]
    private static unsafe partial int OpenPty(int* master, int* slave, byte* name, void* settings, WindowSize* size);

    [LibraryImport("libc", EntryPoint = "read", SetLastError = true)]
    private static unsafe partial nint Read(int descriptor, byte* buffer, nuint count);

    [LibraryImport("libc", EntryPoint = "close")]
    private static partial int Close(int descriptor);

    private struct WindowSize
    {
        public ushort Rows;
        public ushort Columns;
        public ushort PixelWidth;
        public ushort PixelHeight;
    }
}
