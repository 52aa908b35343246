using System.Text.RegularExpressions;
using Fathom.Model;
using Fathom.Model.Conditions;
using Fathom.Model.Patterns;

namespace Fathom.Capture.Triggers;

/// <summary>Which exceptions are waited for: <c>exception=TYPE</c>, with <c>,message=TEXT</c> or without. Both are patterns.</summary>
/// <remarks>
/// A nested type has two names. Reflection calls it <c>Shop.Orders+Refused</c>; the runtime's events call it <c>Refused</c>, as the metadata of a nested type holds neither
/// the type around it nor a namespace. A pattern that fits one of the names is taken for both, so <c>Shop.Orders+Refused</c> also takes a type <c>Refused</c> without a
/// namespace where only events tell.
/// </remarks>
public sealed partial class ExceptionCondition
{
    private const string Type = "exception";
    private const string Message = "message";

    private readonly PatternList _type;
    private readonly PatternList _withoutOuter;
    private readonly PatternList? _message;

    private ExceptionCondition(string text, string type, string? message)
    {
        Text = text;
        _type = new PatternList(type);
        _withoutOuter = type.Contains('+') ? new PatternList([type, OuterType().Replace(type, "")]) : _type;
        _message = message is null ? null : new PatternList(message);
    }

    /// <summary>As the user wrote it.</summary>
    public string Text { get; }

    /// <summary>The exceptions that a condition of the command line is about.</summary>
    /// <returns>Null where the condition is about something else.</returns>
    /// <exception cref="FathomException">It is about exceptions and has a part that is not (<see cref="ExitCode.Usage"/>).</exception>
    public static ExceptionCondition? Parse(Condition condition)
    {
        if (!condition.Parts.Any(static part => part.Name is Type or Message))
            return null;
        if (condition.Parts.FirstOrDefault(static part => part.Name is not (Type or Message)) is { } other)
            throw FathomException.Usage(
                $"'{other.Name}' in '{condition.Option} {condition.Text}' is not a part of an exception condition.",
                "exception=TYPE or exception=TYPE,message=TEXT; give other conditions a separate --when");
        return new ExceptionCondition(
            condition.Text, condition.Parts.LastOrDefault(static part => part.Name == Type)?.Value ?? "*", condition.Parts.LastOrDefault(static part => part.Name == Message)?.Value);
    }

    /// <summary>Whether an exception is one of them.</summary>
    public bool Matches(ReadOnlySpan<char> type, ReadOnlySpan<char> message) => IsOfType(type) && (_message is null || _message.Matches(message));

    /// <summary>Whether its type is one of them, by either name.</summary>
    /// <param name="type">The name that reflection or the runtime's events give.</param>
    public bool IsOfType(ReadOnlySpan<char> type)
    {
        int nested = type.LastIndexOf('+') + 1;
        if (nested > 0)
            return _type.MatchesEither(type, type[nested..]);
        return type.IndexOf('.') < 0 ? _withoutOuter.Matches(type) : _type.Matches(type);
    }

    // "A+B+" of the pattern "A+B+C", and of each in a list.
    [GeneratedRegex("(?<=^!?|,!?)[^,!][^,]*\\+")]
    private static partial Regex OuterType();
}
