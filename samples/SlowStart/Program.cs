// A checker of orders that takes long to start: see docs/slow-start.md. Checks one order and ends.
//   SlowStart                compiles the expression of each rule at the start
//   SlowStart interpreted    interprets them
using System.Diagnostics;
using System.Text.RegularExpressions;
using Shop;

RuleBook rules = new(args is ["interpreted"] ? RegexOptions.None : RegexOptions.Compiled);
long ready = Stopwatch.GetTimestamp();
Console.Out.WriteLine($"{rules.Check("order 4711: 3 x article-17, 2 x article-40")} rules apply");
Console.Out.WriteLine($"ready after {(DateTime.Now - Process.GetCurrentProcess().StartTime).TotalMilliseconds - Stopwatch.GetElapsedTime(ready).TotalMilliseconds:F0} ms");
