namespace Fathom.Serializers.Floors.HandWritten;

/// <summary>Writes and reads the root of a case.</summary>
internal abstract class HandWritten<T> : IHandWritten
    where T : class
{
    public abstract void Write(BinaryWriter to, T value);

    public abstract T Read(BinaryReader from);
}
