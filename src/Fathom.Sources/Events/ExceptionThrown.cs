namespace Fathom.Sources.Events;

/// <summary>A managed exception was thrown.</summary>
public readonly ref struct ExceptionThrown
{
    internal ExceptionThrown(ReadOnlySpan<char> type, ReadOnlySpan<char> message, ulong address, int hResult, ExceptionTraits traits)
    {
        Type = type;
        Message = message;
        Address = address;
        HResult = hResult;
        Traits = traits;
    }

    /// <summary>Full name of the type, such as <c>System.IO.IOException</c>.</summary>
    public ReadOnlySpan<char> Type { get; }

    /// <summary>The message.</summary>
    public ReadOnlySpan<char> Message { get; }

    /// <summary>Address of the code that threw.</summary>
    public ulong Address { get; }

    /// <summary>Number of the error.</summary>
    public int HResult { get; }

    /// <summary>What else the runtime says of it.</summary>
    public ExceptionTraits Traits { get; }
}
