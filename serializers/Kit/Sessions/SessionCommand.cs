using Fathom.Serializers.Kit.Protocol;

namespace Fathom.Serializers.Kit.Sessions;

/// <summary>Answers one kind of request.</summary>
/// <param name="verb">The first word of the request.</param>
public abstract class SessionCommand(string verb)
{
    /// <summary>The first word of the request.</summary>
    public string Verb { get; } = verb;

    /// <summary>Does what is asked and replies with its lines; the session adds the last one.</summary>
    public abstract void Run(Session session, Message request);
}
