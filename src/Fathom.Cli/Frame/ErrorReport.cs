using System.Diagnostics;
using Fathom.Render.Text;

namespace Fathom.Cli.Frame;

/// <summary>Errors on standard error: one sentence, one line with the next step, and the cause only with <c>-v</c>.</summary>
internal static class ErrorReport
{
    private const string Red = "\e[31m";
    private const string Plain = "\e[0m";

    /// <summary>Reports a failure that the user can act on.</summary>
    public static ExitCode Write(FathomException failure, CommandContext context)
    {
        Write(failure.Message, failure.Details, failure.NextStep, failure, context);
        return failure.ExitCode;
    }

    /// <summary>Reports an exception that nobody expected: a defect of Fathom.</summary>
    public static ExitCode WriteDefect(Exception defect, CommandContext context)
    {
        string? nextStep = context.Verbosity == Verbosity.Detailed ? null : "run it again with -v to see where, and report that";
        Write($"Fathom failed because of a defect in Fathom: {defect.GetType().Name}: {defect.Message}", [], nextStep, defect, context);
        return ExitCode.Partial;
    }

    private static void Write(string message, IReadOnlyList<string> details, string? nextStep, Exception failure, CommandContext context)
    {
        string label = context.Terminal.ColourError ? $"{Red}error:{Plain}" : "error:";
        WriteSentence(label, "error:".Length, message, context);
        foreach (string detail in details)
            WriteSentence("", 1, detail, context);
        if (nextStep is not null)
            WriteSentence("  next:", "  next:".Length, nextStep, context);
        if (context.Verbosity == Verbosity.Detailed)
            WriteCauses(failure, context);
    }

    // A command to paste stays in one line.
    private static void WriteSentence(string label, int labelWidth, string text, CommandContext context)
    {
        const string indent = "    ";
        string line = OneLine(text);
        int width = context.Terminal.ErrorIsTerminal && !TextLines.IsCommand(line) ? context.Terminal.Width : int.MaxValue;
        IReadOnlyList<string> lines = TextLines.Wrap(line, width - labelWidth - 1, width - indent.Length);
        context.Error.WriteLine($"{(label.Length == 0 ? " " : label)} {string.Join($"\n{indent}", lines)}");
    }

    // A place in the code and one line per cause: whoever has to act on it needs no stack trace, and it would bury the sentence.
    private static void WriteCauses(Exception failure, CommandContext context)
    {
        Exception deepest = failure;
        while (deepest.InnerException is { } cause)
        {
            deepest = cause;
            context.Error.WriteLine($"  cause: {cause.GetType().Name}: {OneLine(cause.Message)}");
        }

        if (new StackTrace(deepest).GetFrame(0) is { } frame && DiagnosticMethodInfo.Create(frame) is { } method)
            context.Error.WriteLine($"  in: {method.DeclaringTypeName}.{method.Name}");
    }

    // A value from outside must neither break the line nor steer the terminal.
    private static string OneLine(string text)
    {
        Span<char> line = text.ToCharArray();
        foreach (ref char c in line)
        {
            if (char.IsControl(c))
                c = ' ';
        }

        return line.ToString();
    }
}
