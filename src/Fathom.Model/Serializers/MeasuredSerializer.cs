namespace Fathom.Model.Serializers;

/// <summary>What tells whether a serializer is still the one that was measured.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Version">Version of its library; null where it could not be asked.</param>
/// <param name="Runtime">Version of .NET; null where it could not be asked.</param>
/// <param name="Build">jit, r2r or aot.</param>
public readonly record struct MeasuredSerializer(string Name, string? Version, string? Runtime, string Build);
