using System.Globalization;

namespace Fathom.Serializers.Kit.Cases.Catalogs;

/// <summary>Maps whose keys are ids, and a list whose elements refer to them. XmlSerializer refuses dictionaries.</summary>
public sealed class CatalogCase() : SerializerCase<Catalog>("catalog", "N performances of events, and dictionaries from ids to names and events")
{
    /// <inheritdoc/>
    public override Catalog Generate(CaseData data)
    {
        int n = data.Dials.N, events = (n + 1) / 2;
        return new Catalog
        {
            AreaNames = Names(data, 205_705_993, Math.Min(17, n)),
            AudienceNames = Names(data, 337_100_890, Math.Min(4, n)),
            SeatCategoryNames = Names(data, 338_937_235, Math.Min(64, n)),
            TopicNames = Names(data, 107_888_604, Math.Min(22, n)),
            Events = Events(data, events),
            Performances = data.Many(n, (data, at) => Performance(data, at, events)),
        };
    }

    /// <inheritdoc/>
    public override long Touch(Catalog value)
    {
        long sum = 0;
        foreach ((string key, string one) in value.AreaNames)
            sum += key.Length + one.Length;
        foreach ((string key, string one) in value.AudienceNames)
            sum += key.Length + one.Length;
        foreach ((string key, string one) in value.SeatCategoryNames)
            sum += key.Length + one.Length;
        foreach ((string key, string one) in value.TopicNames)
            sum += key.Length + one.Length;
        foreach ((string key, CatalogEvent one) in value.Events)
            sum += key.Length + Sum(one);
        foreach (CatalogPerformance one in value.Performances)
            sum += Sum(one);
        return sum;
    }

    private static long Sum(CatalogEvent value)
    {
        long sum = value.Id + value.Name.Length + (value.Description?.Length ?? 0) + (value.Logo?.Length ?? 0);
        foreach (int one in value.TopicIds)
            sum += one;
        foreach (int one in value.SubTopicIds)
            sum += one;
        return sum;
    }

    private static long Sum(CatalogPerformance value)
    {
        long sum = value.Id + value.EventId + (value.Name?.Length ?? 0) + value.Start.Ticks + value.VenueCode.Length;
        foreach (CatalogPrice one in value.Prices)
            sum += Sum(one);
        foreach (SeatCategory one in value.SeatCategories)
            sum += Sum(one);
        return sum;
    }

    private static long Sum(CatalogPrice value) =>
        value.Amount + value.AudienceCategoryId + value.SeatCategoryId;

    private static long Sum(SeatCategory value)
    {
        long sum = value.Id;
        foreach (SeatArea one in value.Areas)
            sum += Sum(one);
        return sum;
    }

    private static long Sum(SeatArea value)
    {
        long sum = value.Id;
        foreach (int one in value.BlockIds)
            sum += one;
        return sum;
    }

    private static string Key(int first, int at) => (first + (at * 3)).ToString(CultureInfo.InvariantCulture);

    private static Dictionary<string, string> Names(CaseData data, int first, int count)
    {
        Dictionary<string, string> names = new(count);
        for (int i = 0; i < count; i++)
            names.Add(Key(first, i), data.Text());
        return names;
    }

    private static Dictionary<string, CatalogEvent> Events(CaseData data, int count)
    {
        Dictionary<string, CatalogEvent> events = new(count);
        for (int i = 0; i < count; i++)
        {
            events.Add(Key(138_586_341, i), new CatalogEvent
            {
                Id = 138_586_341 + (i * 3),
                Name = data.Text(),
                Description = data.TextOrNull(),
                Logo = data.IsNull() ? null : $"/images/{data.Word()}.jpg",
                TopicIds = data.Many(data.Between(1, 3), static (data, _) => 107_888_604 + (data.Random.Below(22) * 3)),
                SubTopicIds = data.Many(data.Between(1, 4), static (data, _) => 337_184_262 + (data.Random.Below(19) * 3)),
            });
        }

        return events;
    }

    private static CatalogPerformance Performance(CaseData data, int at, int events) => new()
    {
        Id = 339_887_544 + at,
        EventId = 138_586_341 + (data.Random.Below(events) * 3),
        Name = data.TextOrNull(),
        Start = data.Moment(),
        VenueCode = data.OneOf("PLEYEL_PLEYEL", "SALLE_UNE", "SALLE_DEUX"),
        Prices = data.Many(data.Between(1, 6), static (data, price) => new CatalogPrice
        {
            Amount = data.Between(10, 200) * 250,
            AudienceCategoryId = 337_100_890,
            SeatCategoryId = 338_937_235 + (price * 3),
        }),
        SeatCategories = data.Many(data.Between(1, 4), static (data, category) => new SeatCategory
        {
            Id = 338_937_235 + (category * 3),
            Areas = data.Many(data.Between(1, 8), static (data, _) => new SeatArea
            {
                Id = 205_705_993 + (data.Random.Below(17) * 3),
                BlockIds = data.Many(data.Skewed(2), static (data, _) => data.Between(1, 400)),
            }),
        }),
    };
}
