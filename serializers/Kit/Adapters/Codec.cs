using System.Buffers;

namespace Fathom.Serializers.Kit.Adapters;

/// <summary>
/// What a serializer does with values of one type. <see cref="Serialize(T, Stream)"/> and <see cref="Deserialize(Stream)"/> are the lane that every serializer
/// has; the others are overridden where the library takes that form itself, and <see cref="Native"/> names those.
/// </summary>
/// <typeparam name="T">The type of the root.</typeparam>
public abstract class Codec<T>
    where T : class
{
    /// <summary>The lanes that the library has an own entry point for. Others are not measured.</summary>
    public virtual Lanes Native => Lanes.Stream;

    /// <summary>Writes a value at the stream's position.</summary>
    public abstract void Serialize(T value, Stream stream);

    /// <summary>Reads a value from the stream's position to its end.</summary>
    public abstract T Deserialize(Stream stream);

    /// <summary>Lane byte[]: writes a value to a new array.</summary>
    public virtual byte[] SerializeToArray(T value) => throw new NotSupportedException("no byte[] lane");

    /// <summary>Lane byte[]: reads a value.</summary>
    public virtual T DeserializeArray(byte[] data) => throw new NotSupportedException("no byte[] lane");

    /// <summary>Lane IBufferWriter: writes a value.</summary>
    public virtual void SerializeToBuffer(T value, IBufferWriter<byte> buffer) => throw new NotSupportedException("no IBufferWriter lane");

    /// <summary>Lane IBufferWriter: reads a value from a sequence, of one segment or of several, as a pipe gives them.</summary>
    public virtual T DeserializeSequence(ReadOnlySequence<byte> data) => throw new NotSupportedException("no IBufferWriter lane");

    /// <summary>Lane text: writes a value to a new string.</summary>
    public virtual string SerializeToText(T value) => throw new NotSupportedException("no text lane");

    /// <summary>Lane text: reads a value from a string.</summary>
    public virtual T DeserializeText(string data) => throw new NotSupportedException("no text lane");

    /// <summary>
    /// Lane native object, for libraries that have classes of their own: the value as such an object, made outside of what is timed; null where the library
    /// takes the value as it is. <see cref="SerializeNative"/> and <see cref="DeserializeNative"/> work on it.
    /// </summary>
    public virtual object? ToNative(T value) => null;

    /// <summary>Lane native object: writes what <see cref="ToNative"/> gave.</summary>
    public virtual void SerializeNative(object native, Stream stream) => throw new NotSupportedException("no native object");

    /// <summary>Lane native object: reads the library's own object.</summary>
    public virtual object DeserializeNative(Stream stream) => throw new NotSupportedException("no native object");
}
