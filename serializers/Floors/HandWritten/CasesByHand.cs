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

namespace Fathom.Serializers.Floors.HandWritten;

/// <summary>The cases that code was written for: one line each.</summary>
internal static class CasesByHand
{
    /// <summary>The code for a root; null when there is none.</summary>
    public static HandWritten<T>? Find<T>()
        where T : class
    {
        foreach (object one in All())
        {
            if (one is HandWritten<T> found)
                return found;
        }

        return null;
    }

    private static IEnumerable<object> All()
    {
        yield return new HandWritten<BookShelf>(BooksByHand.Write, BooksByHand.ReadBookShelf);
        yield return new HandWritten<Catalog>(CatalogsByHand.Write, CatalogsByHand.ReadCatalog);
        yield return new HandWritten<CustomerDto>(NorthwindByHand.Write, NorthwindByHand.ReadCustomerDto);
        yield return new HandWritten<EmployeeComplex>(EmployeesByHand.Write, EmployeesByHand.ReadEmployeeComplex);
        yield return new HandWritten<EmployeeDto>(NorthwindByHand.Write, NorthwindByHand.ReadEmployeeDto);
        yield return new HandWritten<GameSaves>(GamesByHand.Write, GamesByHand.ReadGameSaves);
        yield return new HandWritten<HomeViewModel>(ViewModelsByHand.Write, ViewModelsByHand.ReadHomeViewModel);
        yield return new HandWritten<LocationViewModel>(ViewModelsByHand.Write, ViewModelsByHand.ReadLocationViewModel);
        yield return new HandWritten<LogFile>(LogsByHand.Write, LogsByHand.ReadLogFile);
        yield return new HandWritten<LoginViewModel>(ViewModelsByHand.Write, ViewModelsByHand.ReadLoginViewModel);
        yield return new HandWritten<MediaLibrary>(MediaContentsByHand.Write, MediaContentsByHand.ReadMediaLibrary);
        yield return new HandWritten<Mesh>(MeshesByHand.Write, MeshesByHand.ReadMesh);
        yield return new HandWritten<MyEventsViewModel>(ViewModelsByHand.Write, ViewModelsByHand.ReadMyEventsViewModel);
        yield return new HandWritten<NorthwindTables>(NorthwindByHand.Write, NorthwindByHand.ReadNorthwindTables);
        yield return new HandWritten<OrderDto>(NorthwindByHand.Write, NorthwindByHand.ReadOrderDto);
        yield return new HandWritten<OrderRows>(NorthwindByHand.Write, NorthwindByHand.ReadOrderRows);
        yield return new HandWritten<Outline>(PolylinesByHand.Write, PolylinesByHand.ReadOutline);
        yield return new HandWritten<ProductDto>(NorthwindByHand.Write, NorthwindByHand.ReadProductDto);
        yield return new HandWritten<RegionDto>(NorthwindByHand.Write, NorthwindByHand.ReadRegionDto);
        yield return new HandWritten<TelemetryBatch>(TelemetryByHand.Write, TelemetryByHand.ReadTelemetryBatch);
        yield return new HandWritten<Timeline>(TweetsByHand.Write, TweetsByHand.ReadTimeline);
        yield return new HandWritten<VectorBlock>(MeshesByHand.Write, MeshesByHand.ReadVectorBlock);
    }
}
