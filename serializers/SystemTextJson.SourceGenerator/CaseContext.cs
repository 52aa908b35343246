using System.Text.Json.Serialization;
using Fathom.Serializers.Kit.Cases.Books;
using Fathom.Serializers.Kit.Cases.Catalogs;
using Fathom.Serializers.Kit.Cases.Employees;
using Fathom.Serializers.Kit.Cases.Games;
using Fathom.Serializers.Kit.Cases.Graphs;
using Fathom.Serializers.Kit.Cases.Logs;
using Fathom.Serializers.Kit.Cases.MediaContents;
using Fathom.Serializers.Kit.Cases.Meshes;
using Fathom.Serializers.Kit.Cases.Northwind;
using Fathom.Serializers.Kit.Cases.Polylines;
using Fathom.Serializers.Kit.Cases.Telemetry;
using Fathom.Serializers.Kit.Cases.Tweets;
using Fathom.Serializers.Kit.Cases.ViewModels;

namespace Fathom.Serializers.SystemTextJson.SourceGenerator;

/// <summary>The roots that code is generated for: one line each; what they hold follows by itself.</summary>
[JsonSerializable(typeof(BookShelf))]
[JsonSerializable(typeof(Catalog))]
[JsonSerializable(typeof(CustomerDto))]
[JsonSerializable(typeof(EmployeeComplex))]
[JsonSerializable(typeof(EmployeeDto))]
[JsonSerializable(typeof(GameSaves))]
[JsonSerializable(typeof(HomeViewModel))]
[JsonSerializable(typeof(LocationViewModel))]
[JsonSerializable(typeof(LogFile))]
[JsonSerializable(typeof(LoginViewModel))]
[JsonSerializable(typeof(MediaLibrary))]
[JsonSerializable(typeof(Mesh))]
[JsonSerializable(typeof(MyEventsViewModel))]
[JsonSerializable(typeof(NorthwindTables))]
[JsonSerializable(typeof(OrderDto))]
[JsonSerializable(typeof(OrderRows))]
[JsonSerializable(typeof(Outline))]
[JsonSerializable(typeof(ProductDto))]
[JsonSerializable(typeof(RegionDto))]
[JsonSerializable(typeof(TelemetryBatch))]
[JsonSerializable(typeof(Timeline))]
[JsonSerializable(typeof(VectorBlock))]
[JsonSerializable(typeof(DocumentSet))]
[JsonSerializable(typeof(Organization))]
internal sealed partial class CaseContext : JsonSerializerContext;
