namespace Fathom.Serializers.Running;

/// <summary>How a request ended.</summary>
public enum AnswerOutcome
{
    /// <summary>It was done.</summary>
    Ok,

    /// <summary>The serializer cannot take this type or lane, and said so before it tried.</summary>
    Refused,

    /// <summary>It threw.</summary>
    Failed,

    /// <summary>The process ended.</summary>
    Crash,

    /// <summary>The process did not answer in time and was killed.</summary>
    Hang,
}
