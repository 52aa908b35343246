namespace Fathom.Tests.Testing;

/// <summary>64 bytes.</summary>
internal sealed class Wide
{
    public long A = 1, B = 2, C = 3, D = 4, E = 5, F = 6;
}
