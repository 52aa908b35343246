using Fathom.Serializers.Kit.Cases.Catalogs;

namespace Fathom.Serializers.Floors.HandWritten;

internal static class CatalogsByHand
{
    public static void Write(BinaryWriter to, Catalog value)
    {
        to.WriteMap(value.AreaNames, static (to, one) => to.Write(one));
        to.WriteMap(value.AudienceNames, static (to, one) => to.Write(one));
        to.WriteMap(value.SeatCategoryNames, static (to, one) => to.Write(one));
        to.WriteMap(value.TopicNames, static (to, one) => to.Write(one));
        to.WriteMap(value.Events, Write);
        to.WriteList(value.Performances, Write);
    }

    public static Catalog ReadCatalog(BinaryReader from) => new()
    {
        AreaNames = from.ReadMap(static from => from.ReadString()),
        AudienceNames = from.ReadMap(static from => from.ReadString()),
        SeatCategoryNames = from.ReadMap(static from => from.ReadString()),
        TopicNames = from.ReadMap(static from => from.ReadString()),
        Events = from.ReadMap(ReadCatalogEvent),
        Performances = from.ReadList(ReadCatalogPerformance),
    };

    public static void Write(BinaryWriter to, CatalogEvent value)
    {
        to.Write(value.Id);
        to.Write(value.Name);
        to.WriteOptional(value.Description);
        to.WriteOptional(value.Logo);
        to.WriteNumbers(value.TopicIds);
        to.WriteNumbers(value.SubTopicIds);
    }

    public static CatalogEvent ReadCatalogEvent(BinaryReader from) => new()
    {
        Id = from.ReadInt32(),
        Name = from.ReadString(),
        Description = from.ReadOptionalString(),
        Logo = from.ReadOptionalString(),
        TopicIds = from.ReadNumbers<int>(),
        SubTopicIds = from.ReadNumbers<int>(),
    };

    public static void Write(BinaryWriter to, CatalogPerformance value)
    {
        to.Write(value.Id);
        to.Write(value.EventId);
        to.WriteOptional(value.Name);
        to.WriteMoment(value.Start);
        to.Write(value.VenueCode);
        to.WriteList(value.Prices, Write);
        to.WriteList(value.SeatCategories, Write);
    }

    public static CatalogPerformance ReadCatalogPerformance(BinaryReader from) => new()
    {
        Id = from.ReadInt32(),
        EventId = from.ReadInt32(),
        Name = from.ReadOptionalString(),
        Start = from.ReadMoment(),
        VenueCode = from.ReadString(),
        Prices = from.ReadList(ReadCatalogPrice),
        SeatCategories = from.ReadList(ReadSeatCategory),
    };

    public static void Write(BinaryWriter to, CatalogPrice value)
    {
        to.Write(value.Amount);
        to.Write(value.AudienceCategoryId);
        to.Write(value.SeatCategoryId);
    }

    public static CatalogPrice ReadCatalogPrice(BinaryReader from) => new()
    {
        Amount = from.ReadInt32(),
        AudienceCategoryId = from.ReadInt32(),
        SeatCategoryId = from.ReadInt32(),
    };

    public static void Write(BinaryWriter to, SeatArea value)
    {
        to.Write(value.Id);
        to.WriteNumbers(value.BlockIds);
    }

    public static SeatArea ReadSeatArea(BinaryReader from) => new() { Id = from.ReadInt32(), BlockIds = from.ReadNumbers<int>() };

    public static void Write(BinaryWriter to, SeatCategory value)
    {
        to.Write(value.Id);
        to.WriteList(value.Areas, Write);
    }

    public static SeatCategory ReadSeatCategory(BinaryReader from) => new() { Id = from.ReadInt32(), Areas = from.ReadList(ReadSeatArea) };
}
