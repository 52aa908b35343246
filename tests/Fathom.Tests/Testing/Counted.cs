namespace Fathom.Tests.Testing;

/// <summary>An object that is counted.</summary>
internal sealed class Counted
{
    public int Value = 1;
}
