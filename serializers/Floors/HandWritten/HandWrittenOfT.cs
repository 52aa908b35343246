namespace Fathom.Serializers.Floors.HandWritten;

/// <summary>Writes and reads the root of a case.</summary>
internal sealed record HandWritten<T>(Action<BinaryWriter, T> Write, Func<BinaryReader, T> Read)
    where T : class;
