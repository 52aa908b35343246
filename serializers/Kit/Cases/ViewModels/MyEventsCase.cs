namespace Fathom.Serializers.Kit.Cases.ViewModels;

/// <summary>The events of a volunteer: three lists of objects with lists.</summary>
public sealed class MyEventsCase() : SerializerCase<MyEventsViewModel>("my-events", "a view model: N events of a volunteer in three lists, with tasks")
{
    /// <inheritdoc/>
    public override MyEventsViewModel Generate(CaseData data)
    {
        int n = data.Dials.N;
        return new MyEventsViewModel
        {
            Current = data.Many(n - (n / 3 * 2), Event),
            Future = data.Many(n / 3, Event),
            Past = data.Many(n / 3, Event),
        };
    }

    /// <inheritdoc/>
    public override long Touch(MyEventsViewModel value)
    {
        long sum = 0;
        foreach (MyEvent one in value.Current)
            sum += Sum(one);
        foreach (MyEvent one in value.Future)
            sum += Sum(one);
        foreach (MyEvent one in value.Past)
            sum += Sum(one);
        return sum;
    }

    private static long Sum(MyEvent value)
    {
        long sum = value.EventId + value.Name.Length + value.Start.Ticks + value.End.Ticks + value.TimeZone.Length
            + value.CampaignName.Length;
        foreach (VolunteerTask one in value.Tasks)
            sum += Sum(one);
        return sum;
    }

    private static long Sum(VolunteerTask value) =>
        value.Id + value.Name.Length + (value.Start?.Ticks ?? 0) + (value.End?.Ticks ?? 0);

    private static MyEvent Event(CaseData data, int at)
    {
        DateTime start = data.Moment();
        return new MyEvent
        {
            EventId = at + 1,
            Name = data.Text(),
            Start = start,
            End = start.AddHours(data.Between(1, 72)),
            TimeZone = data.OneOf("Pacific Standard Time", "Eastern Standard Time", "UTC"),
            CampaignName = data.Text(),
            Tasks = data.Many(data.Between(1, 4), static (data, task) => new VolunteerTask
            {
                Id = task + 1,
                Name = data.Text(),
                Start = data.IsNull() ? null : data.Moment(),
                End = data.IsNull() ? null : data.Moment(),
            }),
        };
    }
}
