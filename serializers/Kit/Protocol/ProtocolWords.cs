namespace Fathom.Serializers.Kit.Protocol;

/// <summary>The words that both sides of the protocol must agree on.</summary>
public static class ProtocolWords
{
    /// <summary>Goes up with each change that an older side would misunderstand.</summary>
    public const int Version = 1;

    /// <summary>Ends the answer to a request that was done.</summary>
    public const string Done = "done";

    /// <summary>Ends the answer to a request that was not: <c>kind</c> (refused, failed), <c>exception</c>, <c>message</c>.</summary>
    public const string Failed = "failed";
}
