using System.Runtime.InteropServices;

namespace Fathom.Storage.Ingest;

/// <summary>Values in native memory that is kept and grown between uses; what a growth held is lost.</summary>
/// <typeparam name="T">The value.</typeparam>
internal sealed unsafe class NativeScratch<T> : IDisposable
    where T : unmanaged
{
    private T* _values;
    private int _capacity;

    /// <summary>The first values, undefined where they were not written since the last growth.</summary>
    public Span<T> Take(int count)
    {
        if (count > _capacity)
        {
            NativeMemory.Free(_values);
            _values = (T*)NativeMemory.Alloc((nuint)count, (nuint)sizeof(T));
            _capacity = count;
        }

        return new Span<T>(_values, count);
    }

    public void Dispose()
    {
        NativeMemory.Free(_values);
        _values = null;
        _capacity = 0;
    }
}
