using Fathom.Serializers.Kit.Cases;
using Fathom.Serializers.Kit.Features.Types;

namespace Fathom.Tests.Serializers;

/// <summary>Bytes as a case.</summary>
internal sealed class BytesCase() : SerializerCase<BytesValue>("bytes", "bytes")
{
    public override BytesValue Generate(CaseData data) => new() { Value = data.Bytes(10) };

    public override long Touch(BytesValue value) => value.Value!.Length;
}
