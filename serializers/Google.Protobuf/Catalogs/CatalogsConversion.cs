using Fathom.Serializers.Kit.Cases.Catalogs;
using Google.Protobuf.WellKnownTypes;

namespace Fathom.Serializers.GoogleProtobuf.Catalogs;

internal static class CatalogsConversion
{
    public static CatalogMessage ToMessage(Catalog value)
    {
        CatalogMessage message = new();
        message.AreaNames.Add(value.AreaNames);
        message.AudienceNames.Add(value.AudienceNames);
        message.SeatCategoryNames.Add(value.SeatCategoryNames);
        message.TopicNames.Add(value.TopicNames);
        foreach ((string key, CatalogEvent one) in value.Events)
            message.Events.Add(key, ToMessage(one));
        message.Performances.AddAll(value.Performances, ToMessage);
        return message;
    }

    public static Catalog ToValue(CatalogMessage message)
    {
        Catalog value = new()
        {
            AreaNames = new Dictionary<string, string>(message.AreaNames),
            AudienceNames = new Dictionary<string, string>(message.AudienceNames),
            SeatCategoryNames = new Dictionary<string, string>(message.SeatCategoryNames),
            TopicNames = new Dictionary<string, string>(message.TopicNames),
        };
        foreach ((string key, CatalogEventMessage one) in message.Events)
            value.Events.Add(key, ToValue(one));
        value.Performances.AddAll(message.Performances, ToValue);
        return value;
    }

    public static CatalogEventMessage ToMessage(CatalogEvent value)
    {
        CatalogEventMessage message = new() { Id = value.Id, Name = value.Name };
        if (value.Description is { } description)
            message.Description = description;
        if (value.Logo is { } logo)
            message.Logo = logo;
        message.TopicIds.AddRange(value.TopicIds);
        message.SubTopicIds.AddRange(value.SubTopicIds);
        return message;
    }

    public static CatalogEvent ToValue(CatalogEventMessage message) => new()
    {
        Id = message.Id,
        Name = message.Name,
        Description = message.HasDescription ? message.Description : null,
        Logo = message.HasLogo ? message.Logo : null,
        TopicIds = [.. message.TopicIds],
        SubTopicIds = [.. message.SubTopicIds],
    };

    public static CatalogPerformanceMessage ToMessage(CatalogPerformance value)
    {
        CatalogPerformanceMessage message = new()
        {
            Id = value.Id,
            EventId = value.EventId,
            Start = Timestamp.FromDateTime(value.Start),
            VenueCode = value.VenueCode,
        };
        if (value.Name is { } name)
            message.Name = name;
        message.Prices.AddAll(value.Prices, ToMessage);
        message.SeatCategories.AddAll(value.SeatCategories, ToMessage);
        return message;
    }

    public static CatalogPerformance ToValue(CatalogPerformanceMessage message)
    {
        CatalogPerformance value = new()
        {
            Id = message.Id,
            EventId = message.EventId,
            Name = message.HasName ? message.Name : null,
            Start = message.Start?.ToDateTime() ?? default,
            VenueCode = message.VenueCode,
        };
        value.Prices.AddAll(message.Prices, ToValue);
        value.SeatCategories.AddAll(message.SeatCategories, ToValue);
        return value;
    }

    public static CatalogPriceMessage ToMessage(CatalogPrice value) => new()
    {
        Amount = value.Amount,
        AudienceCategoryId = value.AudienceCategoryId,
        SeatCategoryId = value.SeatCategoryId,
    };

    public static CatalogPrice ToValue(CatalogPriceMessage message) => new()
    {
        Amount = message.Amount,
        AudienceCategoryId = message.AudienceCategoryId,
        SeatCategoryId = message.SeatCategoryId,
    };

    public static SeatAreaMessage ToMessage(SeatArea value)
    {
        SeatAreaMessage message = new() { Id = value.Id };
        message.BlockIds.AddRange(value.BlockIds);
        return message;
    }

    public static SeatArea ToValue(SeatAreaMessage message) => new() { Id = message.Id, BlockIds = [.. message.BlockIds] };

    public static SeatCategoryMessage ToMessage(SeatCategory value)
    {
        SeatCategoryMessage message = new() { Id = value.Id };
        message.Areas.AddAll(value.Areas, ToMessage);
        return message;
    }

    public static SeatCategory ToValue(SeatCategoryMessage message)
    {
        SeatCategory value = new() { Id = message.Id };
        value.Areas.AddAll(message.Areas, ToValue);
        return value;
    }
}
