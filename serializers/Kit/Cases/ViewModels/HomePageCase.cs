namespace Fathom.Serializers.Kit.Cases.ViewModels;

/// <summary>The first page of a site: a list of events and one campaign.</summary>
public sealed class HomePageCase() : SerializerCase<HomeViewModel>("home-page", "a view model: the first page of a site with N events")
{
    /// <inheritdoc/>
    public override HomeViewModel Generate(CaseData data) => new()
    {
        Events = data.Many(data.Dials.N, static (data, at) => Event(data, at)),
        Featured = data.IsNull() ? null : new CampaignSummary
        {
            Id = data.Between(1, 1000),
            Title = data.Text(),
            Description = data.TextOrNull(),
            ImageUrl = $"https://images.example/{data.Word()}.png",
            OrganizationName = data.Text(),
            Headline = data.TextOrNull(),
        },
        IsNewAccount = data.Random.Chance(50),
    };

    /// <inheritdoc/>
    public override long Touch(HomeViewModel value)
    {
        long sum = (value.Featured is { } aFeatured ? Sum(aFeatured) : 0) + (value.IsNewAccount ? 1 : 0);
        foreach (EventSummary one in value.Events)
            sum += Sum(one);
        return sum;
    }

    private static long Sum(EventSummary value) =>
        value.Id + value.Name.Length + (value.Description?.Length ?? 0) + (value.ImageUrl?.Length ?? 0) + value.CampaignId
            + value.CampaignName.Length + value.OrganizationName.Length + (int)value.Kind + value.Start.Ticks + value.End.Ticks;

    private static long Sum(CampaignSummary value) =>
        value.Id + value.Title.Length + (value.Description?.Length ?? 0) + (value.ImageUrl?.Length ?? 0)
            + value.OrganizationName.Length + (value.Headline?.Length ?? 0);

    private static EventSummary Event(CaseData data, int at)
    {
        DateTime start = data.Moment();
        return new EventSummary
        {
            Id = at + 1,
            Name = data.Text(),
            Description = data.IsNull() ? null : $"{data.Text()} {data.Text()} {data.Text()}",
            ImageUrl = data.IsNull() ? null : $"https://images.example/{data.Word()}.png",
            CampaignId = data.Between(1, 1000),
            CampaignName = data.Text(),
            OrganizationName = data.Text(),
            Kind = data.OneOf(EventKind.Itinerary, EventKind.Rally, EventKind.Deployment),
            Start = start,
            End = start.AddHours(data.Between(1, 72)),
        };
    }
}
