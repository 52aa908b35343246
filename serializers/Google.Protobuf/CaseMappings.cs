using Fathom.Serializers.GoogleProtobuf.Books;
using Fathom.Serializers.GoogleProtobuf.Catalogs;
using Fathom.Serializers.GoogleProtobuf.Employees;
using Fathom.Serializers.GoogleProtobuf.Games;
using Fathom.Serializers.GoogleProtobuf.Logs;
using Fathom.Serializers.GoogleProtobuf.MediaContents;
using Fathom.Serializers.GoogleProtobuf.Meshes;
using Fathom.Serializers.GoogleProtobuf.Northwind;
using Fathom.Serializers.GoogleProtobuf.Polylines;
using Fathom.Serializers.GoogleProtobuf.Telemetry;
using Fathom.Serializers.GoogleProtobuf.Tweets;
using Fathom.Serializers.GoogleProtobuf.ViewModels;
using Fathom.Serializers.Kit.Cases.Books;
using Fathom.Serializers.Kit.Cases.Catalogs;
using Fathom.Serializers.Kit.Cases.Employees;
using Fathom.Serializers.Kit.Cases.Games;
using Fathom.Serializers.Kit.Cases.Logs;
using Fathom.Serializers.Kit.Cases.MediaContents;
using Fathom.Serializers.Kit.Cases.Meshes;
using Fathom.Serializers.Kit.Cases.Northwind;
using Fathom.Serializers.Kit.Cases.Polylines;
using Fathom.Serializers.Kit.Cases.Telemetry;
using Fathom.Serializers.Kit.Cases.Tweets;
using Fathom.Serializers.Kit.Cases.ViewModels;

namespace Fathom.Serializers.GoogleProtobuf;

/// <summary>The cases that have a schema: one line each.</summary>
internal static class CaseMappings
{
    /// <summary>The mapping of a root; null when there is none. Cases come first, and only the one that is asked for is used: a first call pays for no other.</summary>
    public static IMapping? Find(Type type) =>
        Find(type, All()) ?? Find(type, FeatureMappings.All()) ?? Find(type, VersionsV1Mappings.All()) ?? Find(type, VersionsV2Mappings.All());

    private static IMapping? Find(Type type, IEnumerable<IMapping> mappings)
    {
        foreach (IMapping one in mappings)
        {
            if (one.Type == type)
                return one;
        }

        return null;
    }

    private static IEnumerable<IMapping> All()
    {
        yield return new Mapping<BookShelf, BookShelfMessage>(BooksConversion.ToMessage, BooksConversion.ToValue);
        yield return new Mapping<Catalog, CatalogMessage>(CatalogsConversion.ToMessage, CatalogsConversion.ToValue);
        yield return new Mapping<CustomerDto, CustomerDtoMessage>(NorthwindConversion.ToMessage, NorthwindConversion.ToValue);
        yield return new Mapping<EmployeeComplex, EmployeeComplexMessage>(EmployeesConversion.ToMessage, EmployeesConversion.ToValue);
        yield return new Mapping<EmployeeDto, EmployeeDtoMessage>(NorthwindConversion.ToMessage, NorthwindConversion.ToValue);
        yield return new Mapping<GameSaves, GameSavesMessage>(GamesConversion.ToMessage, GamesConversion.ToValue);
        yield return new Mapping<HomeViewModel, HomeViewModelMessage>(ViewModelsConversion.ToMessage, ViewModelsConversion.ToValue);
        yield return new Mapping<LocationViewModel, LocationViewModelMessage>(ViewModelsConversion.ToMessage, ViewModelsConversion.ToValue);
        yield return new Mapping<LogFile, LogFileMessage>(LogsConversion.ToMessage, LogsConversion.ToValue);
        yield return new Mapping<LoginViewModel, LoginViewModelMessage>(ViewModelsConversion.ToMessage, ViewModelsConversion.ToValue);
        yield return new Mapping<MediaLibrary, MediaLibraryMessage>(MediaContentsConversion.ToMessage, MediaContentsConversion.ToValue);
        yield return new Mapping<Mesh, MeshMessage>(MeshesConversion.ToMessage, MeshesConversion.ToValue);
        yield return new Mapping<MyEventsViewModel, MyEventsViewModelMessage>(ViewModelsConversion.ToMessage, ViewModelsConversion.ToValue);
        yield return new Mapping<NorthwindTables, NorthwindTablesMessage>(NorthwindConversion.ToMessage, NorthwindConversion.ToValue);
        yield return new Mapping<OrderDto, OrderDtoMessage>(NorthwindConversion.ToMessage, NorthwindConversion.ToValue);
        yield return new Mapping<OrderRows, OrderRowsMessage>(NorthwindConversion.ToMessage, NorthwindConversion.ToValue);
        yield return new Mapping<Outline, OutlineMessage>(PolylinesConversion.ToMessage, PolylinesConversion.ToValue);
        yield return new Mapping<ProductDto, ProductDtoMessage>(NorthwindConversion.ToMessage, NorthwindConversion.ToValue);
        yield return new Mapping<RegionDto, RegionDtoMessage>(NorthwindConversion.ToMessage, NorthwindConversion.ToValue);
        yield return new Mapping<TelemetryBatch, TelemetryBatchMessage>(TelemetryConversion.ToMessage, TelemetryConversion.ToValue);
        yield return new Mapping<Timeline, TimelineMessage>(TweetsConversion.ToMessage, TweetsConversion.ToValue);
        yield return new Mapping<VectorBlock, VectorBlockMessage>(MeshesConversion.ToMessage, MeshesConversion.ToValue);
    }
}
