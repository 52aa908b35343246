using System.Text.Json.Serialization;
using Fathom.Serializers.Kit.Versions.V1;

namespace Fathom.Serializers.SystemTextJson.SourceGenerator;

/// <summary>The first versions of the classes that change; a context of its own, since names repeat.</summary>
[JsonSerializable(typeof(Account))]
[JsonSerializable(typeof(Alarm))]
[JsonSerializable(typeof(Counter))]
[JsonSerializable(typeof(Exam))]
[JsonSerializable(typeof(Leg))]
[JsonSerializable(typeof(Parcel))]
[JsonSerializable(typeof(Person))]
[JsonSerializable(typeof(Reading))]
[JsonSerializable(typeof(Route))]
[JsonSerializable(typeof(Vessel))]
internal sealed partial class OldVersionContext : JsonSerializerContext;
