using System.Text.Json.Serialization;
using Fathom.Serializers.Kit.Hostile;
using Fathom.Serializers.Kit.Streaming;

namespace Fathom.Serializers.SystemTextJson.SourceGenerator;

/// <summary>The classes of the hostile and the streaming lane: one line each.</summary>
[JsonSerializable(typeof(Login))]
[JsonSerializable(typeof(Marker))]
[JsonSerializable(typeof(OpenHolder))]
[JsonSerializable(typeof(StreamedRows))]
internal sealed partial class LaneContext : JsonSerializerContext;
