using Fathom.Model;
using Fathom.Model.Conditions;
using Fathom.Model.Results;

namespace Fathom.Capture.Triggers;

/// <summary>How long a single pause of a runtime must be: <c>gc.pause_ns=RANGE</c>.</summary>
public sealed class PauseCondition
{
    private const string Subject = "gc";
    private const string Name = "gc.pause_ns";

    private readonly NumberRange _range;

    private PauseCondition(Condition condition, string range)
    {
        Text = condition.Text;
        _range = NumberRange.Parse(range, ColumnUnit.Nanoseconds, $"in '{condition.Option} {condition.Text}'");
    }

    /// <summary>As the user wrote it.</summary>
    public string Text { get; }

    /// <summary>The pauses that a condition of the command line is about.</summary>
    /// <returns>Null where the condition is about something else.</returns>
    /// <exception cref="FathomException">A part of it has no meaning (<see cref="ExitCode.Usage"/>).</exception>
    public static PauseCondition? Parse(Condition condition)
    {
        if (!condition.Parts.Any(static part => part.Row == Subject))
            return null;
        if (condition.Parts.FirstOrDefault(static part => part.Name != Name) is { } other)
        {
            throw FathomException.Usage(
                $"'{other.Name}' in '{condition.Option} {condition.Text}' is not a part of a condition on pauses.",
                $"{Name}=200ms..; give other conditions a separate --when");
        }

        return condition.Parts is [var only]
            ? new PauseCondition(condition, only.Value)
            : throw FathomException.Usage($"'{condition.Option} {condition.Text}' has '{Name}' twice.", $"{Name}=200ms..1s");
    }

    /// <summary>Whether a pause is one of them.</summary>
    /// <param name="durationNs">How long it was, in ns.</param>
    public bool Holds(long durationNs) => _range.Contains(durationNs);
}
