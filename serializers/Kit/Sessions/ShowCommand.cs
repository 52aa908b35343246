using Fathom.Serializers.Kit.Protocol;

namespace Fathom.Serializers.Kit.Sessions;

/// <summary><c>show limit=…</c>: what the serializer writes for the bound case, as text or in hexadecimal, up to a number of bytes.</summary>
internal sealed class ShowCommand() : SessionCommand("show")
{
    private const int DefaultLimit = 4096;

    /// <inheritdoc/>
    public override void Run(Session session, Message request)
    {
        byte[] bytes = session.RequireBound().Encode();
        int shown = (int)Math.Clamp(request.Number("limit", DefaultLimit), 0, bytes.Length);
        string? text = OutputText.TryRead(bytes.AsSpan(0, shown), isWhole: shown == bytes.Length);
        session.Reply(new Message("output").With("size_bytes", bytes.Length).With("shown_bytes", shown).With("hex", text is null ? 1 : 0)
            .With("text", text ?? OutputText.Hex(bytes.AsSpan(0, shown))));
    }
}
