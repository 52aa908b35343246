using System.Runtime.InteropServices;

namespace Fathom.Cli.Frame;

/// <summary>What is known about the place that the output goes to.</summary>
/// <param name="OutputIsTerminal">Whether standard output is a terminal: tables are fitted to it.</param>
/// <param name="ErrorIsTerminal">Whether standard error is a terminal that somebody looks at, not CI: progress is one updating line.</param>
/// <param name="Width">Columns of the terminal; meaningless where neither is one.</param>
/// <param name="Colour">Whether escape codes are wanted on a terminal: no NO_COLOR, no CI, no dumb terminal.</param>
internal sealed partial record TerminalFacts(bool OutputIsTerminal, bool ErrorIsTerminal, int Width, bool Colour)
{
    private const int DefaultWidth = 80;
    private const nuint GetWindowSize = 0x5413;

    /// <summary>Neither stream is a terminal.</summary>
    public static TerminalFacts Redirected { get; } = new(false, false, DefaultWidth, false);

    /// <summary>Lines of the terminal that standard output is; null where it is none, or does not know them.</summary>
    public int? Height { get; init; }

    /// <summary>Whether a screen may be drawn again and again: no CI, no dumb terminal. Colours are not needed for that.</summary>
    public bool CanDraw { get; init; } = Colour;

    /// <summary>Whether messages may hold escape codes.</summary>
    public bool ColourError => ErrorIsTerminal && Colour;

    /// <summary>Asks the kernel and the environment. The base library's console is not used: it reads the terminal database first.</summary>
    public static TerminalFacts OfThisProcess()
    {
        WindowSize? output = SizeOf(StandardStream.Output);
        int outputWidth = output?.Columns ?? -1;
        int errorWidth = SizeOf(StandardStream.Error)?.Columns ?? -1;
        if (outputWidth < 0 && errorWidth < 0)
            return Redirected;
        bool automatic = IsSet("CI");
        bool canDraw = !automatic && Environment.GetEnvironmentVariable("TERM") is not (null or "" or "dumb");
        bool colour = canDraw && !IsSet("NO_COLOR");
        int width = Math.Max(outputWidth, errorWidth);
        return new TerminalFacts(outputWidth >= 0, errorWidth >= 0 && !automatic, width == 0 ? DefaultWidth : width, colour)
        {
            Height = output is { Rows: > 0 and var rows } ? rows : null,
            CanDraw = canDraw,
        };
    }

    /// <summary>The same with the size that the terminal has now: people resize windows. Only for facts of this process.</summary>
    public TerminalFacts AtItsSize() => OutputIsTerminal && SizeOf(StandardStream.Output) is { Columns: > 0 and var columns, Rows: > 0 and var rows }
        ? this with { Width = columns, Height = rows }
        : this;

    private static bool IsSet(string variable) => !string.IsNullOrEmpty(Environment.GetEnvironmentVariable(variable));

    // Zero columns and rows for a terminal that does not know them, null for no terminal.
    private static unsafe WindowSize? SizeOf(int descriptor)
    {
        WindowSize size = default;
        return Control(descriptor, GetWindowSize, &size) == 0 ? size : null;
    }

    // The call is variadic in C; on x64 and arm64 Linux a pointer argument is passed alike.
    [LibraryImport("libc", EntryPoint = "ioctl")]
    private static unsafe partial int Control(int descriptor, nuint request, WindowSize* size);

    private struct WindowSize
    {
        public ushort Rows;
        public ushort Columns;
        public ushort PixelWidth;
        public ushort PixelHeight;
    }
}
