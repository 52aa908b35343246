namespace LeakSuite;

/// <summary>Is live until its finalizer has run.</summary>
internal sealed class WithFinalizer
{
    private readonly byte[] _bytes = new byte[200];

    ~WithFinalizer() => _bytes[0] = 1;

    public void Touch() => _bytes[1] = 2;
}
