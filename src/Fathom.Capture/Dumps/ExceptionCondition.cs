using Fathom.Model;
using Fathom.Model.Conditions;
using Fathom.Model.Patterns;

namespace Fathom.Capture.Dumps;

/// <summary>Which exceptions lead to a dump: <c>exception=TYPE</c>, with <c>,message=TEXT</c> or without. Both are patterns.</summary>
public sealed class ExceptionCondition
{
    private const string Type = "exception";
    private const string Message = "message";

    private readonly PatternList _type;
    private readonly PatternList? _message;

    private ExceptionCondition(string text, string type, string? message)
    {
        Text = text;
        TypePattern = type;
        MessagePattern = message;
        _type = new PatternList(type);
        _message = message is null ? null : new PatternList(message);
    }

    /// <summary>As the user wrote it.</summary>
    public string Text { get; }

    /// <summary>Pattern of the full name of the type.</summary>
    public string TypePattern { get; }

    /// <summary>Pattern of the message; null for any.</summary>
    public string? MessagePattern { get; }

    /// <summary>Reads it.</summary>
    /// <returns>Null where the condition is about something else.</returns>
    /// <exception cref="FathomException">It is about exceptions and has a part that is not (exit 2).</exception>
    public static ExceptionCondition? Parse(Condition condition)
    {
        if (!condition.Parts.Any(static part => part.Name is Type or Message))
            return null;
        if (condition.Parts.FirstOrDefault(static part => part.Name is not (Type or Message)) is { } other)
            throw FathomException.Usage($"'{other.Name}' in '{condition.Option} {condition.Text}' is nothing of an exception.", "exception=TYPE, with ,message=TEXT or without; give it a --when of its own");
        return new ExceptionCondition(
            condition.Text, condition.Parts.LastOrDefault(static part => part.Name == Type)?.Value ?? "*", condition.Parts.LastOrDefault(static part => part.Name == Message)?.Value);
    }

    /// <summary>Whether an exception is one of them.</summary>
    public bool Matches(ReadOnlySpan<char> type, ReadOnlySpan<char> message) => _type.Matches(type) && (_message is null || _message.Matches(message));
}
