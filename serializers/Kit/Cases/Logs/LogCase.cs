namespace Fathom.Serializers.Kit.Cases.Logs;

/// <summary>Lines of the log of a web server: texts that mostly repeat.</summary>
public sealed class LogCase() : SerializerCase<LogFile>("log", "N lines of a web server's log: texts that mostly repeat, a date, numbers")
{
    /// <inheritdoc/>
    public override LogFile Generate(CaseData data)
    {
        DateTime time = data.Moment();
        List<LogEntry> entries = new(data.Dials.N);
        for (int i = 0; i < data.Dials.N; i++)
        {
            time = time.AddMilliseconds(data.Skewed(12));
            entries.Add(Entry(data, time));
        }

        return new LogFile { Entries = entries };
    }

    /// <inheritdoc/>
    public override long Touch(LogFile value)
    {
        long sum = 0;
        foreach (LogEntry one in value.Entries)
            sum += Sum(one);
        return sum;
    }

    private static long Sum(LogEntry value) =>
        value.ClientAddress.Length + value.Identity.Length + (value.UserId?.Length ?? 0) + value.Time.Ticks
            + value.Request.Length + value.Status + value.SizeBytes + (value.Referrer?.Length ?? 0) + (value.UserAgent?.Length ?? 0);

    private static LogEntry Entry(CaseData data, DateTime time) => new()
    {
        ClientAddress = $"{data.Between(1, 223)}.{data.Random.Below(256)}.{data.Random.Below(256)}.{data.Random.Below(256)}",
        Identity = "-",
        UserId = data.Random.Chance(60) || data.IsNull() ? null : data.Word(),
        Time = time,
        Request = $"{data.OneOf("GET", "GET", "GET", "GET", "POST", "PUT", "DELETE")} /{data.Word()}/{data.Word()}{data.OneOf("", ".html", ".png")} HTTP/{data.OneOf("1.1", "2.0")}",
        Status = data.OneOf(200, 200, 200, 200, 200, 200, 204, 301, 304, 401, 404, 500),
        SizeBytes = data.Skewed(24),
        Referrer = data.Random.Chance(50) || data.IsNull() ? null : $"https://{data.Word()}.example/{data.Word()}",
        UserAgent = data.Random.Chance(80) ? data.OneOf("Mozilla/5.0 (X11; Linux x86_64)", "curl/8.5.0", "Mozilla/5.0 (Windows NT 10.0; Win64)") : data.TextOrNull(),
    };
}
