namespace Fathom.Tests.Testing;

/// <summary>24 bytes.</summary>
internal sealed class Small
{
    public long Value = 1;
}
