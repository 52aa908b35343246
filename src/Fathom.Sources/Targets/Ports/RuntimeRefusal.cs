namespace Fathom.Sources.Targets.Ports;

/// <summary>A runtime has read a request and answers that it does not do it.</summary>
/// <param name="reason">Why, as the runtime says it, without a full stop.</param>
internal sealed class RuntimeRefusal(string reason) : Exception(reason)
{
    private const uint UnknownCommand = 0x80131385;

    /// <summary>Reads the content of an answer that is an error: <c>u32 HRESULT</c>, and behind it a text from newer commands.</summary>
    public static RuntimeRefusal Of(ReadOnlySpan<byte> content)
    {
        uint result = content.Length >= sizeof(uint) ? BitConverter.ToUInt32(content) : 0;
        string text = content.Length > 2 * sizeof(uint) ? System.Text.Encoding.Unicode.GetString(content[(2 * sizeof(uint))..]).TrimEnd('\0', '\n', '\r', ' ', '.') : "";
        return new RuntimeRefusal(text.Length > 0 ? text.ReplaceLineEndings(" ")
            : result == UnknownCommand ? "it does not know the command"
            : $"error 0x{result:X8}") { IsUnknownCommand = result == UnknownCommand };
    }

    /// <summary>Whether the runtime is too old for the command.</summary>
    public bool IsUnknownCommand { get; private init; }
}
