using System.Runtime.InteropServices;

namespace Fathom.Storage.DuckDb.Native;

/// <summary>Owns one object of the engine and gives it back exactly once, also when its owner forgets to.</summary>
internal sealed unsafe class DuckDbHandle : SafeHandle
{
    private readonly delegate*<nint*, void> _release;

    public DuckDbHandle(nint value, delegate*<nint*, void> release)
        : base(0, ownsHandle: true)
    {
        _release = release;
        SetHandle(value);
    }

    public override bool IsInvalid => handle == 0;

    /// <summary>The engine's pointer; valid while the owner is not disposed.</summary>
    public nint Value
    {
        get
        {
            ObjectDisposedException.ThrowIf(IsClosed, this);
            return handle;
        }
    }

    protected override bool ReleaseHandle()
    {
        nint value = handle;
        _release(&value);
        return true;
    }
}
