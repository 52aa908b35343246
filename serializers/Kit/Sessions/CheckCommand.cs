using System.IO.Compression;
using Fathom.Serializers.Kit.Adapters;
using Fathom.Serializers.Kit.Checking;
using Fathom.Serializers.Kit.Measuring;
using Fathom.Serializers.Kit.Protocol;

namespace Fathom.Serializers.Kit.Sessions;

/// <summary><c>check</c>: round trip in every lane, compared deeply; sizes plain and compressed, and what reading all leaves takes.</summary>
internal sealed class CheckCommand() : SessionCommand("check")
{
    /// <inheritdoc/>
    public override void Run(Session session, Message request)
    {
        BoundCase bound = session.RequireBound();
        Difference? difference = bound.Check(session.Case!.SharesReferences, session.Adapter.Describe().Role == SerializerRole.Serializer);
        CheckResult result = CheckResult.Of(difference, bound.Encoded.Length);
        Message answer = new Message("check").With("outcome", result.Outcome).With("difference", result.Detail).With("size_bytes", result.SizeBytes);
        if (request.Number("compress", 0) != 0)
        {
            answer.With("gzip_bytes", Compressed(bound.Encoded, static to => new GZipStream(to, CompressionLevel.Optimal, leaveOpen: true)))
                .With("brotli_bytes", Compressed(bound.Encoded, static to => new BrotliStream(to, CompressionLevel.Optimal, leaveOpen: true)));
        }

        if (request.Number("leaves", 0) != 0)
            answer.With("leaves_ns", bound.LeavesNs());
        session.Reply(answer);
    }

    private static long Compressed(byte[] data, Func<Stream, Stream> wrap)
    {
        CountingStream count = new();
        using (Stream packer = wrap(count))
            packer.Write(data);
        return count.Length;
    }
}
