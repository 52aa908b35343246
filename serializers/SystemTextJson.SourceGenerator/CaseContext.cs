using System.Text.Json.Serialization;
using Fathom.Serializers.Kit.Cases.Books;

namespace Fathom.Serializers.SystemTextJson.SourceGenerator;

/// <summary>The roots that code is generated for: one line each; what they hold follows by itself.</summary>
[JsonSerializable(typeof(BookShelf))]
internal sealed partial class CaseContext : JsonSerializerContext;
