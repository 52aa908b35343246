using Fathom.Model;
using Fathom.Model.Conditions;
using Fathom.Model.Patterns;

namespace Fathom.Capture.Triggers;

/// <summary>Which markers are waited for: <c>marker=PATTERN</c>, over the whole text of a marker.</summary>
public sealed class MarkerCondition
{
    private const string Name = "marker";

    private readonly PatternList _text;

    private MarkerCondition(string text, string pattern) => (Text, _text) = (text, new PatternList(pattern));

    /// <summary>As the user wrote it.</summary>
    public string Text { get; }

    /// <summary>The markers that a condition of the command line is about.</summary>
    /// <returns>Null where the condition is about something else.</returns>
    /// <exception cref="FathomException">It has a part that is not about markers (<see cref="ExitCode.Usage"/>).</exception>
    public static MarkerCondition? Parse(Condition condition)
    {
        if (!condition.Parts.Any(static part => part.Name == Name))
            return null;
        return condition.Parts is [var only]
            ? new MarkerCondition(condition.Text, only.Value)
            : throw FathomException.Usage(
                $"'{condition.Option} {condition.Text}' has more than a text of markers.", "marker=TEXT; give other conditions a separate --when");
    }

    /// <summary>Whether a marker is one of them.</summary>
    public bool Matches(ReadOnlySpan<char> text) => _text.Matches(text);
}
