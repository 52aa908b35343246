namespace Fathom.Serializers.Kit.Hostile;

/// <summary>Bytes that nobody wrote in good faith, and what reads them.</summary>
/// <param name="What">How they were made, so that the attempt can be repeated.</param>
/// <param name="Data">The bytes.</param>
/// <param name="Read">Reads them to the end of what they promise.</param>
public sealed record HostileInput(string What, byte[] Data, Func<byte[], object?> Read);
