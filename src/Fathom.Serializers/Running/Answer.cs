using Fathom.Serializers.Kit.Protocol;

namespace Fathom.Serializers.Running;

/// <summary>What came of a request.</summary>
/// <param name="Outcome">ok, refused, failed, crash or hang.</param>
/// <param name="Lines">The lines that were answered; where it did not end well, those until then.</param>
/// <param name="Detail">The exception with its message, or how the process ended; empty for ok.</param>
public sealed record Answer(AnswerOutcome Outcome, IReadOnlyList<Message> Lines, string Detail)
{
    /// <summary>What to do about it, where the user's own type cannot be made; null otherwise.</summary>
    public string? Next { get; init; }

    /// <summary>Whether the request was done.</summary>
    public bool IsOk => Outcome == AnswerOutcome.Ok;

    /// <summary>The outcome as tables name it.</summary>
    public string OutcomeName => Outcome.ToString().ToLowerInvariant();

    /// <summary>The first line of a kind.</summary>
    /// <exception cref="ProtocolException">There is none.</exception>
    public Message Line(string verb) => Lines.FirstOrDefault(line => line.Verb == verb) ?? throw new ProtocolException($"the answer lacks '{verb}'");

    internal static Answer Done(IReadOnlyList<Message> lines) => new(AnswerOutcome.Ok, lines, "");

    internal static Answer Crash(IReadOnlyList<Message> lines, string how) => new(AnswerOutcome.Crash, lines, how);

    internal static Answer Hang(IReadOnlyList<Message> lines, string how) => new(AnswerOutcome.Hang, lines, how);

    internal static Answer Failure(IReadOnlyList<Message> lines, Message failed) => failed.Text("kind") == "refused"
        ? new(AnswerOutcome.Refused, lines, failed.Text("message") ?? "")
        : failed.Text("next") is { } next
            ? new(AnswerOutcome.Failed, lines, failed.Text("message") ?? "") { Next = next }
            : new(AnswerOutcome.Failed, lines, $"{failed.Text("exception")}: {failed.Text("message")}");
}
