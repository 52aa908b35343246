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

namespace Fathom.Serializers.Kit.Cases;

/// <summary>All cases.</summary>
public static class CaseCatalog
{
    /// <summary>The cases in the order of reports.</summary>
    public static IReadOnlyList<SerializerCase> All { get; } =
    [
        new BookShelfCase(),
        new MediaContentCase(),
        new RegionCase(),
        new NorthwindOrderCase(),
        new NorthwindEmployeeCase(),
        new NorthwindCustomerCase(),
        new NorthwindProductCase(),
        new NorthwindRowsCase(),
        new NorthwindTablesCase(),
        new EmployeeComplexCase(),
        new LogCase(),
        new MeshCase(),
        new VectorsCase(),
        new GameSavesCase(),
        new TweetsCase(),
        new CatalogCase(),
        new PolylineCase(),
        new LoginCase(),
        new LocationCase(),
        new HomePageCase(),
        new MyEventsCase(),
        new TelemetryCase(),
        new SharedReferencesCase(),
        new CyclesCase(),
    ];

    /// <summary>A case by name; null when there is none.</summary>
    public static SerializerCase? Find(string name)
    {
        foreach (SerializerCase one in All)
        {
            if (one.Name == name)
                return one;
        }

        return null;
    }
}
