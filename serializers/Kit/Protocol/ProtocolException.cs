namespace Fathom.Serializers.Kit.Protocol;

/// <summary>A line is not of the protocol, or asks for what there is not.</summary>
/// <param name="message">What is wrong with it.</param>
public sealed class ProtocolException(string message) : Exception(message);
