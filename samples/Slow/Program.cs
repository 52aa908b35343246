// A shop whose eight workers take orders all the time, and are slow although the processors idle: see docs/slow-service.md.
// Answers 'orders N' with 'done N' when N more orders were taken, and ends when its input closes.
using Shop;

Checkout checkout = new(new Stock(new Warehouse(TimeSpan.FromMilliseconds(10))));
for (int i = 0; i < 8; i++)
    new Thread(checkout.Work) { IsBackground = true, Name = $"worker {i}" }.Start();
while (Console.In.ReadLine() is { } line)
{
    int count = int.Parse(line.Split(' ')[1]);
    int goal = checkout.Taken + count;
    while (checkout.Taken < goal)
        Thread.Sleep(5);
    Console.Out.WriteLine($"done {count}");
}
