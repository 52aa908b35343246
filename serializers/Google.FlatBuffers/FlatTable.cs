using Google.FlatBuffers;

namespace Fathom.Serializers.GoogleFlatBuffers;

/// <summary>How a class is a table.</summary>
/// <typeparam name="T">The class.</typeparam>
internal abstract class FlatTable<T>
    where T : class
{
    /// <summary>Writes a value; the answer is where its table begins.</summary>
    public abstract int Write(FlatBufferBuilder to, T value);

    /// <summary>Makes a value of a table.</summary>
    public abstract T Read(Table from);

    /// <summary>Reads every leaf of a table where it lies; a sum of them.</summary>
    public abstract long Leaves(Table from);
}
