using System.Diagnostics;
using System.Globalization;
using System.Runtime.InteropServices;
using System.Text;
using System.Text.RegularExpressions;
using Microsoft.Win32.SafeHandles;
using Xunit;

namespace Fathom.EndToEnd.Harness;

/// <summary>The built tool on a pseudo terminal: what a user sees at the end, after lines that were drawn again.</summary>
internal static partial class PseudoTerminal
{
    private const string Size = "size ";
    private const int UsualRows = 50;
    private const int ReadWrite = 2;
    private const int NoControllingTerminal = 0x100;
    private const nuint SetWindowSize = 0x5414;
    private const nuint GetNumber = 0x80045430;
    private const nuint SetLock = 0x40045431;

    /// <summary>Runs it.</summary>
    /// <param name="columns">How wide the terminal is.</param>
    /// <param name="args">The arguments.</param>
    /// <returns>All lines that stand on the terminal at the end, and the exit code. Colours are taken away.</returns>
    public static Task<(int ExitCode, string[] Lines)> RunAsync(int columns, params string[] args) => RunAsync(columns, UsualRows, args);

    /// <summary>Runs it on a terminal of any height.</summary>
    /// <param name="columns">How wide the terminal is.</param>
    /// <param name="rows">How many lines it has.</param>
    /// <param name="args">The arguments.</param>
    /// <returns>All lines that were written, those that scrolled away too, and the exit code. Colours are taken away.</returns>
    public static async Task<(int ExitCode, string[] Lines)> RunAsync(int columns, int rows, string[] args)
    {
        (int exitCode, string text) = await TypeAsync(columns, rows, args);
        return (exitCode, Shown(text));
    }

    /// <summary>Runs it, and types.</summary>
    /// <param name="columns">How wide the terminal is.</param>
    /// <param name="rows">How many lines it has.</param>
    /// <param name="args">The arguments.</param>
    /// <param name="typed">Keys, each typed when its pattern is found in what was written since the one before; <see cref="Resized"/> gives the terminal another size.</param>
    /// <returns>All that was written, and the exit code.</returns>
    public static async Task<(int ExitCode, string Text)> TypeAsync(int columns, int rows, string[] args, params (string After, string Keys)[] typed)
    {
        int number = Open(columns, rows, out SafeFileHandle master);
        using FileStream terminal = new(master, FileAccess.ReadWrite, 1, isAsync: false);
        string[] words = ["-c", "exec \"$@\" <\"$0\" >\"$0\" 2>\"$0\"", string.Create(CultureInfo.InvariantCulture, $"/dev/pts/{number}"), FathomTool.Executable, .. args];
        ProcessStartInfo start = FathomTool.Start("sh", words, null, null);
        start.Environment["TERM"] = "xterm";
        using Process process = Process.Start(start)!;
        Task<string> reading = Task.Run(() => Read(terminal, typed), TestContext.Current.CancellationToken);
        await process.WaitForExitAsync(TestContext.Current.CancellationToken);
        return (process.ExitCode, await reading);
    }

    /// <summary>What is typed to give the terminal another size.</summary>
    public static string Resized(int columns, int rows) => string.Create(CultureInfo.InvariantCulture, $"{Size}{columns} {rows}");

    private static unsafe void Press(FileStream terminal, string keys)
    {
        if (!keys.StartsWith(Size, StringComparison.Ordinal))
        {
            terminal.Write(Encoding.ASCII.GetBytes(keys));
            return;
        }

        int[] size = [.. keys[Size.Length..].Split(' ').Select(static number => int.Parse(number, CultureInfo.InvariantCulture))];
        WindowSize window = new() { Columns = (ushort)size[0], Rows = (ushort)size[1] };
        Assert.Equal(0, Control((int)terminal.SafeFileHandle.DangerousGetHandle(), SetWindowSize, &window));
    }

    private static unsafe int Open(int columns, int rows, out SafeFileHandle master)
    {
        int descriptor = OpenTerminal(ReadWrite | NoControllingTerminal), number = 0, unlocked = 0;
        Assert.True(descriptor >= 0, "no pseudo terminal can be opened");
        master = new SafeFileHandle(descriptor, ownsHandle: true);
        WindowSize size = new() { Rows = (ushort)rows, Columns = (ushort)columns };
        Assert.Equal((0, 0, 0), (Control(descriptor, SetLock, &unlocked), Control(descriptor, GetNumber, &number), Control(descriptor, SetWindowSize, &size)));
        return number;
    }

    // The kernel ends a read with an error when nobody has the other side open any more.
    private static string Read(FileStream terminal, (string After, string Keys)[] typed)
    {
        using MemoryStream all = new();
        byte[] some = new byte[4096];
        int from = 0, next = 0;
        try
        {
            for (int count; (count = terminal.Read(some)) > 0;)
            {
                all.Write(some, 0, count);
                if (next == typed.Length || !Regex.IsMatch(Encoding.UTF8.GetString(all.ToArray(), from, (int)all.Length - from), typed[next].After))
                    continue;
                Press(terminal, typed[next++].Keys);
                from = (int)all.Length;
            }
        }
        catch (IOException)
        {
            // That end.
        }

        return Encoding.UTF8.GetString(all.ToArray());
    }

    // A line that goes back to its start is drawn again.
    private static string[] Shown(string text) =>
        [.. text.Replace("\r\n", "\n", StringComparison.Ordinal).Split('\n').Select(static line => Codes().Replace(line[(line.LastIndexOf('\r') + 1)..], ""))];

    [GeneratedRegex("\e\\[[0-9;?]*[A-Za-z]")]
    private static partial Regex Codes();

    [LibraryImport("libc", EntryPoint = "posix_openpt")]
    private static partial int OpenTerminal(int flags);

    [LibraryImport("libc", EntryPoint = "ioctl")]
    private static unsafe partial int Control(int descriptor, nuint request, void* value);

    private struct WindowSize
    {
        public ushort Rows;
        public ushort Columns;
        public ushort PixelWidth;
        public ushort PixelHeight;
    }
}
