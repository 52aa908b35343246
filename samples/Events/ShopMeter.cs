using System.Diagnostics.Metrics;

namespace Events;

/// <summary>One instrument of each kind.</summary>
internal sealed class ShopMeter : IDisposable
{
    private readonly Meter _meter = new("Shop", "1.0");
    private readonly Meter _north = Place("north");
    private readonly Meter _south = Place("south");
    private readonly Counter<long> _orders;
    private readonly UpDownCounter<int> _open;
    private readonly Histogram<double> _price;
    private long _sold;

    public ShopMeter()
    {
        _orders = _meter.CreateCounter<long>("orders", "{order}");
        _open = _meter.CreateUpDownCounter<int>("open");
        _price = _meter.CreateHistogram<double>("price", "EUR");
        _north.CreateObservableGauge("height", () => 7);
        _south.CreateObservableGauge("height", () => 9);
        _meter.CreateObservableGauge("stock", () => 1000.5 - _sold, "{piece}");
        _meter.CreateObservableCounter("sold", () => _sold);
        _meter.CreateObservableUpDownCounter("balance", () => -_sold);
    }

    /// <summary>The n-th order: of two kinds, three are opened and two closed, at a price of n.</summary>
    public void Sell(int number)
    {
        _orders.Add(1, new KeyValuePair<string, object?>("kind", number % 2 == 0 ? "even" : "odd"), new KeyValuePair<string, object?>("shop", 7));
        _open.Add(3);
        _open.Add(-2);
        _price.Record(number);
        _sold++;
    }

    public void AddFailing() => _meter.CreateObservableGauge("failing", Fail);

    public void Dispose()
    {
        _meter.Dispose();
        _north.Dispose();
        _south.Dispose();
    }

    private static Meter Place(string name) =>
        new(new MeterOptions("Shop.Places") { Tags = [new KeyValuePair<string, object?>("place", name)] });

    private static int Fail() => throw new OrderException("no answer\nat all");
}
