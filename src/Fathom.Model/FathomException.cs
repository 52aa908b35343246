namespace Fathom.Model;

/// <summary>
/// A failure that the user can act on. It, with what is derived from it, is the only exception that reaches the command line as a message;
/// every other exception is a defect in Fathom.
/// </summary>
/// <param name="message">One sentence with the wrong value in it, without a final line break.</param>
/// <param name="nextStep">One line that says what to do, or null where nothing can be done.</param>
/// <param name="exitCode">The exit code that the command ends with.</param>
/// <param name="inner">The cause, shown with <c>-v</c> only.</param>
public class FathomException(string message, string? nextStep, ExitCode exitCode, Exception? inner = null) : Exception(message, inner)
{
    /// <summary>One line that says what to do next, or null.</summary>
    public string? NextStep { get; } = nextStep;

    /// <summary>The exit code that the command ends with.</summary>
    public ExitCode ExitCode { get; } = exitCode;

    /// <summary>Lines between the sentence and the next step, such as the processes that a name fits; none as a rule.</summary>
    public IReadOnlyList<string> Details { get; init; } = [];

    /// <summary>The command line is wrong (<see cref="ExitCode.Usage"/>).</summary>
    public static FathomException Usage(string message, string? nextStep = null) => new(message, nextStep, ExitCode.Usage);

    /// <summary>The target or a file is the problem (<see cref="ExitCode.Target"/>).</summary>
    public static FathomException Target(string message, string? nextStep = null, Exception? inner = null) =>
        new(message, nextStep, ExitCode.Target, inner);

    /// <summary>This machine cannot do it (<see cref="ExitCode.NotPossible"/>).</summary>
    public static FathomException NotPossible(string message, string? nextStep = null) => new(message, nextStep, ExitCode.NotPossible);
}
